"""The engine of the scripted evening: says its lines, and fails where the script says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pet.engines.base import (
    EngineEvent,
    EngineName,
    Finished,
    Message,
    Model,
    Reading,
    State,
    Status,
    Stop,
    Window,
    Word,
)
from pet.errors import EngineUnreachable, ModelMissing
from pet.i18n import Language

_MODEL: Final = "demo"
_READING_S: Final = 0.6
_WORD_S: Final = 0.06
_LINES: Final[dict[Language, tuple[str, ...]]] = {
    "en": (
        "You did it! I watched the drops race down the window and thought: tonight there will be "
        "cocoa. A finished report deserves at least one big stretch. Shall we do nothing for a "
        "while, together?",
        "Her birthday is on 12 May, so there is time! Something small and warm suits a sister: "
        "a plant for her window, or a letter she can keep.",
    ),
    "ko": (
        "해냈네요! 창문에 빗방울이 굴러가는 걸 보면서 오늘 밤엔 코코아를 마셔야겠다고 생각했어요. "
        "보고서를 끝낸 날에는 기지개를 크게 켜야죠. 잠깐 같이 아무것도 하지 말까요?",
        "생일이 5월 12일이니까 아직 시간이 있어요! 동생에게는 작고 따뜻한 게 어울려요. "
        "창가에 둘 작은 화분이나, 오래 간직할 편지는 어때요?",
    ),
}


class DemoEngine:
    """Knows two replies; the third request finds nobody at home."""

    name: EngineName = "ollama"
    model: str | None = _MODEL

    def __init__(self, language: Language) -> None:
        self._lines = iter(_LINES[language])

    def status(self) -> Status:
        return Status("ollama", State.READY, model=_MODEL, version="demo")

    def models(self) -> tuple[Model, ...]:
        return (Model(_MODEL, loaded=True),)

    def choose(self, model: str) -> None:
        raise ModelMissing("model_not_offered", model=model)

    def window(self) -> Window:
        return Window(num_ctx=8192)

    def takes_tools(self) -> bool:
        return False

    def chat(
        self,
        messages: Sequence[Message],
        stop: Stop,
        *,
        schema: Mapping[str, Any] | None = None,  # as in `Engine`
        tools: Sequence[Mapping[str, Any]] = (),
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Iterator[EngineEvent]:
        yield Reading()
        stop.wait(_READING_S)
        line = next(self._lines, None)
        if line is None:
            raise EngineUnreachable("engine_unreachable", address="http://127.0.0.1:11434")
        for word in line.split(" "):
            if stop.wait(_WORD_S):
                yield Finished("stopped")
                return
            yield Word(word + " ")
        yield Finished("done", prompt_tokens=0, reply_tokens=len(line.split()))

    def count_tokens(self, text: str) -> int | None:
        return None

    def preload(self, stop: Stop) -> None:
        """Always awake."""

    def unload(self) -> None:
        """Nothing is loaded."""

    def close(self) -> None:
        """Nothing was started."""
