"""Broken and hostile files: one clear sentence, or a card with a note; never a crash or a hang."""

from __future__ import annotations

import io
import json
import struct
import time
import zipfile
import zlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pet.errors import CardRefused
from pet.i18n import Texts
from pet.persona import json_text, persona
from pet.persona.importing import read_card
from pet.persona.limits import MAX_CHUNKS, MAX_DEPTH, MAX_FILE_BYTES, MAX_LISTED, MAX_VALUES
from tests.persona.made_cards import (
    END,
    SIGNATURE,
    archive,
    as_json,
    chunk,
    exif,
    header,
    itext,
    jpeg,
    packed,
    pixels,
    png,
    text,
    v1,
    v2,
    v3,
    webp,
    ztext,
)

MIB = 1024 * 1024
SECONDS = 5.0  # on a busy machine; the bench holds it to one
GOOD = text(packed(v2()))


def nested(depth):
    return b'{"name":"x","description":"y","z":' + b"[" * depth + b"]" * depth + b"}"


def zipped(info, content, *, method=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        file.writestr(info, content)
    return target.getvalue()


def locked():
    """An archive whose only entry says that it is encrypted."""
    data = bytearray(zipped("card.json", as_json(v3())))
    data[6] |= 1
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def lying(data, size):
    """*data*, a ZIP file of one entry, whose list says that it holds *size* bytes."""
    at = data.rfind(b"PK\x01\x02") + 24
    return data[:at] + struct.pack("<I", size) + data[at + 4 :]


REFUSED = {
    "nothing": (b"", "card.empty"),
    "white space": (b" \n\0\t" * 99, "card.empty"),
    "too large": (lambda: b"{" + b" " * MAX_FILE_BYTES, "card.too_large"),
    "GIF": (b"GIF89a\1\0\1\0", "card.other_format"),
    "AVIF": (b"\0\0\0\x20ftypavif", "card.other_format"),
    "RIFF": (b"RIFF\x10\0\0\0WAVEfmt ", "card.other_format"),
    "gzip": (b"\x1f\x8b\x08\0", "card.other_format"),
    "a web page": (b"\n<!DOCTYPE html><html>", "card.web_page"),
    "YAML": (b"name: Mina\ngreeting: Hi\ncontext: |-\n  x", "card.yaml"),
    "noise": (bytes(range(1, 90)), "card.unknown_format"),
    "encrypted text": (b"rcc||rccv1||abc", "card.risu_encrypted"),
    # JSON
    "cut short": (as_json(v2())[:-9], "card.not_json"),
    "no object": (b"[1, 2]", "card.no_character"),
    "another object": (b'{"messages": [], "model": "x"}', "card.no_character"),
    "a lorebook": (b'{"spec": "lorebook_v3", "data": {"entries": []}}', "card.only_a_lorebook"),
    "Latin-1": ('{"name": "Zoë", "description": "ï"}'.encode("latin-1"), "card.not_utf8"),
    "cp949": ('{"name": "미나", "description": "안녕"}'.encode("cp949"), "card.not_utf8"),
    "deep": (nested(MAX_DEPTH), "card.too_deep"),
    "very deep": (nested(150_000), "card.too_deep"),
    "open for ever": (lambda: b"[" * 9_000_000, "card.too_many_values"),
    "closed for ever": (lambda: b"[" + b"]" * 9_000_000, "card.not_json"),
    "many values": (b'{"name":"x","a":[' + b"0," * MAX_VALUES + b"0]}", "card.too_many_values"),
    "many quotes": (lambda: b'{"name":"' + b'\\"' * 7_000_000 + b'"}', "card.too_many_values"),
    "a string without end": (
        lambda: b'{"name":"' + b'\\"' * 390_000 + b"\\\\" * 4_000_000,
        "card.not_json",
    ),
    "a huge number": (b'{"name":"x","a":' + b"9" * 9_999 + b"}", "card.huge_number"),
    "no name": (as_json(v2(name=None, description=None)), "card.no_name"),
    # PNG
    "a picture": (png(text(b"me", b"Software")), "card.plain_picture"),
    "only a signature": (SIGNATURE, "card.picture_cut_short"),
    "cut before the card": ((SIGNATURE + header() + GOOD)[:-20], "card.picture_cut_short"),
    "4 GB claimed": (
        SIGNATURE + header() + chunk(b"tEXt", b"chara\0abc", length=0xFFFFFFFF),
        "card.picture_cut_short",
    ),
    "many chunks": (lambda: png(*[text(b"", b"x")] * (MAX_CHUNKS + 1)), "card.too_many_chunks"),
    "no base64": (png(text(b"{{{not base64")), "card.not_json"),
    "bad base64": (png(text(b"!!!!")), "card.text_damaged"),
    "a lonely base64 letter": (png(text(b"abcde")), "card.text_damaged"),
    "long text": (lambda: png(text(b"A" * (4 * MIB))), "card.text_too_large"),
    "a bomb in zTXt": (lambda: png(ztext(b" " * (17 * MIB))), "card.inflated_too_large"),
    "a bomb in iTXt": (
        lambda: png(itext(b" " * (17 * MIB), compressed=True)),
        "card.inflated_too_large",
    ),
    "no zlib": (png(chunk(b"zTXt", b"chara\0\0garbage")), "card.text_damaged"),
    "encrypted by RisuAI": (png(text(b"rcc||rccv1||AAAA", b"ccv3")), "card.risu_encrypted"),
    # archives
    "an archive": (archive(readme__txt=b"hello"), "card.plain_archive"),
    "an empty archive": (b"PK\5\6" + b"\0" * 18, "card.plain_archive"),
    "half an archive": (archive(v3())[:-9], "card.zip_damaged"),
    "only its head": (b"PK\3\4" + b"\0" * 60, "card.zip_damaged"),
    "locked": (locked(), "card.zip_locked"),
    "LZMA": (zipped("card.json", b"{}", method=zipfile.ZIP_LZMA), "card.zip_unknown_way"),
    "a bomb": (lambda: archive(b"{" + b" " * (20 * MIB) + b"}"), "card.inflated_too_large"),
    "a bomb that lies": (lambda: lying(archive(b" " * (20 * MIB)), 4), "card.zip_damaged"),
    "many entries": (
        lambda: archive(v3(), **{f"f{n}": b"" for n in range(MAX_LISTED)}),
        "card.zip_too_many",
    ),
    "a path for a name": (zipped("../card.json", as_json(v3())), "card.plain_archive"),
    "Backyard": (
        archive(**{"manifest.json": b"{}", "characters/1/character.json": b"{}"}),
        "card.backyard",
    ),
    "Voxta": (
        archive(**{"package.json": b"{}", "Characters/1/character.json": b"{}"}),
        "card.voxta",
    ),
    "JPEG and a bomb": (lambda: jpeg() + archive(b" " * (20 * MIB)), "card.inflated_too_large"),
    "JPEG and half an archive": (jpeg() + archive(v3())[:-30], "card.zip_damaged"),
    "JPEG and no card": (jpeg() + archive(a=b"1"), "card.plain_archive"),
    # other pictures
    "a JPEG": (jpeg(), "card.plain_picture"),
    "a JPEG with four bytes of a ZIP": (jpeg() + b"PK\3\4", "card.plain_picture"),
    "a WEBP": (webp(), "card.plain_picture"),
    "a WEBP with another comment": (webp(exif=exif(b"nice!")), "card.plain_picture"),
    "a WEBP with numbers": (webp(exif=exif(b"1,2,999")), "card.plain_picture"),
    "EXIF in circles": (webp(exif=b"II*\0\x08\0\0\0" + b"\xff" * 60), "card.plain_picture"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_each_is_refused_with_one_sentence_in_both_languages(kind):
    made, key = REFUSED[kind]
    data = made() if callable(made) else made  # large ones are not kept
    begun = time.process_time()
    with pytest.raises(CardRefused) as caught:
        read_card(data, "x.png")
    assert time.process_time() - begun < SECONDS
    assert caught.value.key == key
    for language in ("en", "ko"):
        sentence = Texts(language)(f"error.{key}", **caught.value.facts)
        assert "\n" not in sentence
        assert len(sentence) < 300


NOTED = {
    "a wrong checksum": (
        png(chunk(b"tEXt", b"chara\0" + packed(v2()), crc=7)),
        "card.note.checksum",
    ),
    "cut behind the card": (SIGNATURE + header() + GOOD + pixels(), "card.note.cut_short"),
    "4 GB behind the card": (
        SIGNATURE + header() + GOOD + chunk(b"IDAT", b"x", length=0xFFFFFFF0),
        "card.note.cut_short",
    ),
    "no pixels": (SIGNATURE + header() + GOOD + END, "error.picture.damaged"),
    "41 million points": (
        SIGNATURE + header(8_200, 5_000) + GOOD + pixels() + END,
        "error.picture.too_large",
    ),
    "no points": (SIGNATURE + header(0, 5) + GOOD + pixels() + END, "error.picture.damaged"),
    "two heads": (SIGNATURE + GOOD + header() + header() + pixels() + END, None),
    "UTF-16": (json.dumps(v2()).encode("utf-16"), "card.note.encoding"),
    "lone surrogates": (
        b'{"name":"M\\ud800","description":"a\\udc00b"}',
        "card.note.surrogates",
    ),
    "surrogates as bytes": (b'{"name":"M","description":"\xed\xa0\x80"}', "card.note.surrogates"),
    "NaN": (b'{"name":"M","description":"x","a":NaN,"b":1e999}', "card.note.odd_numbers"),
    "names that lead out": (archive(v3(), **{"../../evil": b"x"}), "card.left.unsafe_names"),
    "an icon that is no picture": (
        archive(v3(assets=[{"type": "icon", "name": "main", "uri": "embeded://a"}]), a=b"MZ\0\0"),
        "error.picture.unknown",
    ),
    "line ends in a string": (b'{"name":"M","description":"a\nb"}', "card.note.no_picture"),
    "behind white space": (b"\n\n " + as_json(v1()) + b"\n\0", "card.note.no_picture"),
}


@pytest.mark.parametrize("kind", NOTED)
def test_each_is_read_with_a_note(kind):
    data, key = NOTED[kind]
    imported = read_card(data, "x.png")
    if key is not None:
        assert key in {note.key for note in imported.notes}
    for language in ("en", "ko"):
        texts = Texts(language)
        assert all(texts(note.key, **note.facts) for note in imported.notes)
        assert persona.persona_text(imported.persona, language).encode()


def test_the_depth_is_measured_outside_of_strings():
    assert json_text.parse(b'{"a": "' + b"[" * 99 + b'"}').value["a"].startswith("[[")
    deepest = json_text.parse(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH).value
    assert str(deepest).count("[") == MAX_DEPTH
    with pytest.raises(CardRefused):
        json_text.parse(rb'{"a\\": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}")


@settings(max_examples=150)
@given(st.binary(max_size=60) | st.text('[]{}":,\\ax01 \n', max_size=60).map(str.encode))
@example(b'{"a":"\\')
@example(b'"\\"')
def test_json_is_read_as_pythons_own_reader_reads_it(raw):
    try:
        mine = json_text.parse(raw).value
    except CardRefused:
        mine = "refused"
    try:
        known = json.loads(raw.decode("utf-8-sig").strip("\0 \t\r\n"), strict=False)
    except (ValueError, RecursionError):
        return
    assert mine == json_text.mended(known)


def test_nothing_of_an_archive_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entries = {"../evil": b"x", "/etc/evil": b"x", "C:\\evil": b"x", "a/../../evil": b"x"}
    imported = read_card(archive(v3(), **entries), "x.charx")
    assert list(tmp_path.parent.rglob("*evil*")) == []
    notes = {note.key: note.facts for note in imported.notes}
    assert notes["card.left.unsafe_names"] == {"count": 4}


def test_names_of_a_png_text_cannot_be_too_long():
    with pytest.raises(CardRefused, match="plain_picture"):
        read_card(png(text(packed(v2()), b"chara" + b" " * 80)), "x.png")


def test_a_card_in_a_nested_archive_is_not_looked_for():
    with pytest.raises(CardRefused, match="plain_archive"):
        read_card(archive(**{"mina.charx": archive(v3())}), "x.zip")


def test_zlib_data_may_go_on_after_its_end():
    packed_text = zlib.compress(packed(v2())) + b"more"
    assert read_card(png(chunk(b"zTXt", b"chara\0\0" + packed_text)), "x.png")
