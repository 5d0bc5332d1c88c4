"""The report of a reply as sentences: for the terminal, for `/why`, and for the clipboard."""

from __future__ import annotations

from pet.chat.why import KnownLine, Why
from pet.i18n import Texts
from pet.prompt.report import Left, Report, Section, SectionName


def told(texts: Texts, why: Why) -> str:
    """All of it but the raw text, short enough to be read in a terminal."""
    blocks = [
        [head(texts, why.report), *section_lines(texts, why.report)],
        left_lines(texts, why.report),
        _memory(texts, "why.used", why.used),
        _memory(texts, "why.left_out", why.left),
        [before(texts, why), *changes(texts, why)],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def head(texts: Texts, report: Report) -> str:
    """How much of how much, and the tokens: predicted, and counted where the engine said so."""
    facts = {"size": report.size, "budget": report.budget, "predicted": report.predicted_tokens}
    if report.counted_tokens:
        return texts("why.size_counted", counted=report.counted_tokens, **facts)
    return texts("why.size", **facts)


def section_name(texts: Texts, name: SectionName) -> str:
    return texts(f"why.section.{name}")


def section_amount(texts: Texts, report: Report, section: Section) -> str:
    """Bytes and about how many tokens."""
    tokens = report.tokens_of(section.name)
    return texts("why.amount", size=section.kept_bytes, tokens=tokens)


def section_lines(texts: Texts, report: Report) -> list[str]:
    """A line for each part that has anything in it."""
    return [
        f"- {section_name(texts, one.name)}: {section_amount(texts, report, one)}"
        for one in report.sections
        if one.kept_bytes
    ]


def left_lines(texts: Texts, report: Report) -> list[str]:
    """What was left out, how much of how much, and why; empty where nothing was."""
    lines = [_left(texts, section, left) for section in report.sections for left in section.left]
    return [texts("why.left_head"), *lines] if lines else []


def line_text(texts: Texts, line: KnownLine) -> str:
    """A memo or profile line in its words, or that it is gone."""
    if line.source == "memo":
        return f"#{line.id} {line.text}" if line.text else texts("why.memo_gone", number=line.id)
    return line.text or texts("why.profile_gone")


def before(texts: Texts, why: Why) -> str:
    """What is the same as in the prompt before."""
    report = why.report
    if report.shared_messages is None or report.shared_bytes is None:
        return texts("why.first")
    facts = {"same": report.shared_messages, "messages": report.messages}
    return texts("why.shared", shared=report.shared_bytes, size=report.size, **facts)


def changes(texts: Texts, why: Why) -> list[str]:
    """Which parts grew or shrank since the reply before, and by how much."""
    if why.difference is None or not why.difference.sections:
        return []
    parts = ", ".join(
        f"{section_name(texts, one.name)} {one.bytes:+,}"
        for one in why.difference.sections
        if one.bytes
    )
    return [texts("why.changes", parts=parts)] if parts else []


def _left(texts: Texts, section: Section, left: Left) -> str:
    name, why = section_name(texts, section.name), texts(f"why.reason.{left.reason}")
    facts = {"name": name, "left": left.bytes, "offered": section.offered_bytes, "why": why}
    if left.items and section.offered_items > 1:
        return "- " + texts("why.left_items", n=left.items, of=section.offered_items, **facts)
    return "- " + texts("why.left_bytes", **facts)


def _memory(texts: Texts, key: str, lines: tuple[KnownLine, ...]) -> list[str]:
    if not lines:
        return []
    return [texts(key), *(f"- {line_text(texts, line)}" for line in lines)]
