"""Which libraries and fonts this Linux lacks: a line each, `what<TAB>Debian package`.

    python3 missing_packages.py            what the tiny model loads
    python3 missing_packages.py --screen   also what Qt loads, and a font with Hangul

Runs before anything is installed, so it uses the standard library alone. Each library is really
loaded, so the answer is the dynamic loader's own. The table is what `readelf -d` tells of the
wheels: xllamacpp's extension, and Qt's Core, Gui, Widgets, Network, DBus, Svg and XcbQpa with the
plug-ins for X11, Wayland and ibus.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from typing import Final

MODEL: Final = {
    "libstdc++.so.6": "libstdc++6",
    "libgomp.so.1": "libgomp1",
}
QT: Final = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
HANGUL_FONT: Final = ("a font with Hangul", "fonts-nanum")  # 10 MB to fetch; noto-cjk is 57


def main(arguments: list[str]) -> int:
    if not sys.platform.startswith("linux"):
        return 0
    for need, package in missing(screen="--screen" in arguments):
        sys.stdout.write(f"{need}\t{package}\n")
    return 0


def missing(screen: bool) -> Iterator[tuple[str, str]]:
    """Pairs of what cannot be found and the Debian package that carries it."""
    for soname, package in (MODEL | QT if screen else MODEL).items():
        if not _loads(soname):
            yield soname, package
    if screen and not _draws_hangul():
        yield HANGUL_FONT


def _loads(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def _draws_hangul() -> bool:
    """Whether fontconfig, which Qt asks too, knows a font for Korean."""
    try:
        fontconfig = ctypes.CDLL("libfontconfig.so.1")
    except OSError:
        return False
    fontconfig.FcNameParse.restype = ctypes.c_void_p
    fontconfig.FcObjectSetCreate.restype = ctypes.c_void_p
    fontconfig.FcFontList.restype = ctypes.POINTER(ctypes.c_int)  # FcFontSet begins with a count
    fontconfig.FcFontList.argtypes = [ctypes.c_void_p] * 3
    korean = fontconfig.FcNameParse(b":lang=ko")
    found = fontconfig.FcFontList(None, korean, fontconfig.FcObjectSetCreate())
    return bool(found) and found[0] > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
