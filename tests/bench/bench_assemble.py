"""How long assembling takes: `python tests/bench/bench_assemble.py [--json]`, in milliseconds.

Processor time is measured, so that what else the machine does is not.

Prompts: an ordinary one; the largest that is sent whole (32 KiB, every list full), in two kinds
of text; and one that offers all caps at once, of which most must be dropped.
"""

from __future__ import annotations

import json
import sys
import time
from statistics import median

from pet.prompt.assemble import assemble
from pet.prompt.budget import MAX_PROMPT_BYTES, Budget
from pet.prompt.sections import Exchange, Line, Parts
from pet.prompt.stages import sample_parts

NONCE = "0123456789abcdef"
RUNS = 400
KOREAN = "오늘은 비가 와서 창가에 앉아 있었어요. 따뜻한 차가 좋네요! "
MIXED = "비가 와요 ☔️ and it rains; a < b, see [1]. 오늘은 집에서 책을 읽었어요. Good day 👨‍👩‍👧‍👦 "


def text(source: str, size: int) -> str:
    return (source * (size // len(source.encode()) + 1)).encode()[:size].decode(errors="ignore")


def full(source: str, scale: float) -> Parts:
    """Every list full, each text *scale* of its cap."""

    def part(size: float) -> str:
        return text(source, int(size * scale))

    return Parts(
        persona_name="솜이",
        persona=part(16_384),
        examples=(part(2_048),) * 8,
        lines=tuple(Line("memo", number, part(200)) for number in range(30)),
        summary=part(4_096),
        turns=tuple(Exchange(number, part(4_096), part(4_096)) for number in range(8)),
        today="오늘은 2026년 3월 2일 월요일이에요.",
        user_text=text(source, 1_500),
    )


def largest(source: str) -> Parts:
    """The largest of these that still fits whole."""
    for hundredths in range(100, 0, -1):
        parts = full(source, hundredths / 100)
        if assemble(parts, Budget(prompt_bytes=1 << 30), nonce=NONCE).size <= MAX_PROMPT_BYTES:
            return parts
    raise SystemExit("nothing fits")


def measure(parts: Parts) -> dict[str, float]:
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        prompt = assemble(parts, Budget(), nonce=NONCE)
        times.append((time.process_time() - begun) * 1_000)
    times.sort()
    return {
        "bytes": prompt.size,
        "median_ms": round(median(times), 3),
        "p95_ms": round(times[RUNS * 95 // 100], 3),
    }


def main() -> None:
    rows = {
        "ordinary": measure(sample_parts()),
        "largest, Korean": measure(largest(KOREAN)),
        "largest, mixed with emoji and signs": measure(largest(MIXED)),
        "all caps offered, Korean": measure(full(KOREAN, 1.0)),
    }
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps(rows) + "\n")
        return
    for name, row in rows.items():
        numbers = "  ".join(f"{key} {value}" for key, value in row.items())
        sys.stdout.write(f"{name:38}{numbers}\n")


if __name__ == "__main__":
    main()
