"""What a real Ollama answers, route by route (seen on 0.32.15 and 0.24.0)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.fakes.ollama_steps import Answer, Cut, Line, Steps, Wait, refused, told

if TYPE_CHECKING:
    from tests.fakes.fake_ollama import FakeModel, FakeOllama

_RUNNER_OPTIONS = ("num_ctx", "num_batch", "num_gpu", "main_gpu", "use_mmap", "num_thread")
_INTEGERS = ("num_ctx", "num_predict", "seed", "top_k", "num_thread", "num_gpu")
_LOOK = 0.01  # seconds between two looks at whether it is our turn


@dataclass
class Chat:
    """One request to /api/chat, as a scenario sees it."""

    fake: FakeOllama
    model: FakeModel
    body: dict[str, Any]
    facts: dict[str, Any]  # what `play` was given

    @property
    def options(self) -> dict[str, Any]:
        return self.body.get("options") or {}

    @property
    def num_ctx(self) -> int:
        return min(self.options.get("num_ctx", 4096), self.model.trained)

    @property
    def prompt_tokens(self) -> int:
        said = [str(message.get("content", "")) for message in self.body["messages"]]
        return sum(len(text.encode()) // 4 + 5 for text in said)

    def load(self) -> Steps:
        runner = (*map(self.options.get, _RUNNER_OPTIONS), self.body.get("shift", True))
        if self.fake.loaded.get(self.model.name) != runner:
            self.fake.loaded.pop(self.model.name, None)
            self.fake.loads += 1
            yield Wait(self.fake.load_seconds)
            self.fake.loaded[self.model.name] = runner

    def fits(self) -> Answer | None:
        """The refusal of a prompt that is too long, where the client wants one."""
        if self.prompt_tokens <= self.num_ctx or self.body.get("truncate", True):
            return None
        if self.fake.style == "0.24":
            return refused(400, "the input length exceeds the context length")
        inner = {
            "code": 400,
            "message": f"request ({self.prompt_tokens} tokens) exceeds the available context size "
            f"({self.num_ctx} tokens), try increasing it",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": self.prompt_tokens,
            "n_ctx": self.num_ctx,
        }
        return refused(400, json.dumps({"error": inner}))

    def line(self, content: str = "", **more: Any) -> Line:
        message = {"role": "assistant", "content": content} | more.pop("message", {})
        return Line({"model": self.model.name, "message": message, "done": False} | more)

    def done(self, reason: str = "stop", *, prompt: int = 0, words: int = 1) -> Line:
        counts = {"prompt_eval_count": prompt or self.prompt_tokens, "eval_count": words}
        return self.line(done=True, done_reason=reason, **counts)

    def words(self) -> list[str]:
        if self.body.get("format") is not None:
            return list(re.findall(r".{1,4}", json.dumps(example(self.body["format"]))))
        return re.findall(r"\S+\s*", self.fake.reply)


def example(schema: dict[str, Any]) -> Any:
    """Something that obeys *schema*."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: example(inner) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return [example(schema["items"])] * schema.get("minItems", 0)
        case "integer" | "number":
            return 7
        case "boolean":
            return True
    return "text"


def ok(chat: Chat) -> Steps:
    """A reply as it should be: load, read, words, the end."""
    while not chat.fake.runner.acquire(blocking=False):
        yield Wait(_LOOK)
    try:
        yield from chat.load()
        too_long = chat.fits()
        if too_long is not None:
            yield too_long
            return
        yield Wait(chat.prompt_tokens / chat.fake.read_speed)
        room = max(1, chat.num_ctx - chat.prompt_tokens)
        most = min(room, chat.options.get("num_predict", 128))
        words = chat.words()
        for word in words[:most]:
            yield chat.line(word)
            yield Wait(chat.fake.word_seconds)
        reason = "length" if len(words) > most else "stop"
        yield chat.done(reason, words=min(len(words), most))
    finally:
        chat.fake.runner.release()


def _chat(fake: FakeOllama, body: Any) -> Steps:
    model = fake.models.get(_full(body.get("model", "")))
    wrong = _objection(model, body)
    if model is None or wrong is not None:
        if wrong is not None:
            yield wrong
        return
    chat = Chat(fake, model, body, {})
    if not body.get("messages"):
        yield from _load_or_unload(chat)
        return
    scenario, chat.facts = fake.scripts.pop(0) if fake.scripts else (ok, {})
    yield from scenario(chat)


def _load_or_unload(chat: Chat) -> Steps:
    reason = "load"
    if chat.body.get("keep_alive") == 0:
        reason = "unload"
        chat.fake.loaded.pop(chat.model.name, None)
    else:
        yield from chat.load()
    yield Answer(200, json.dumps(chat.done(reason).content).encode())


def _objection(model: FakeModel | None, body: dict[str, Any]) -> Answer | None:
    """What a real server refuses before it does anything."""
    if model is None:
        return refused(404, f"model '{body.get('model')}' not found")
    for name, value in (body.get("options") or {}).items():
        if name in _INTEGERS and (isinstance(value, bool) or not isinstance(value, int)):
            return refused(500, f'option "{name}" must be of type integer')
    if body.get("keep_alive") is True:
        return refused(400, "Unsupported type: 'bool'")
    schema = body.get("format")
    if schema not in (None, "json") and not isinstance(schema, dict):
        return refused(500, f'invalid format: {json.dumps(schema)}; expected "json" or a schema')
    return _incapable(model, body)


def _incapable(model: FakeModel, body: dict[str, Any]) -> Answer | None:
    if "completion" not in model.capabilities:
        return refused(400, f'"{model.name}" does not support chat')
    if body.get("think") and "thinking" not in model.capabilities:
        return refused(400, f'"{model.name}" does not support thinking')
    if body.get("tools") and "tools" not in model.capabilities:
        return refused(400, f"registry.ollama.ai/library/{model.name} does not support tools")
    return None


def _show(fake: FakeOllama, body: Any) -> Steps:
    model = fake.models.get(_full(body.get("model", "")))
    if model is None:
        yield refused(404, f"model '{body.get('model')}' not found")
        return
    info = {"general.architecture": "llama", "llama.context_length": model.trained}
    info |= {f"llama.{name}": value for name, value in model.info.items()}
    can = {"capabilities": list(model.capabilities)} if fake.tells_capabilities else {}
    remote = {"remote_host": model.remote_host} if model.remote_host else {}
    yield told({"model_info": info, "details": {}} | can | remote)


def _tags(fake: FakeOllama, _body: Any) -> Steps:
    entries = []
    for model in fake.models.values():
        can = {"capabilities": list(model.capabilities)} if fake.tells_capabilities else {}
        entries.append(model.entry | can)
    yield told({"models": entries})


def _ps(fake: FakeOllama, _body: Any) -> Steps:
    loaded = dict(fake.loaded)
    entries = [
        fake.models[name].entry | {"context_length": runner[0]} for name, runner in loaded.items()
    ]
    yield told({"models": entries})


def _version(fake: FakeOllama, _body: Any) -> Steps:
    yield told({"version": fake.version})


def _has_blob(fake: FakeOllama, digest: Any) -> Steps:
    yield Answer(200 if digest in fake.blobs else 404)


def _put_blob(fake: FakeOllama, digest: Any) -> Steps:
    if digest in fake.blobs:
        yield Cut()
    fake.blobs.add(digest)
    yield Answer(201)


def _create(fake: FakeOllama, body: Any) -> Steps:
    fake.add(_full(body["model"]))
    yield told({"status": "success"})


def _full(name: str) -> str:
    return name if ":" in name else f"{name}:latest"


Route = Callable[["FakeOllama", Any], Steps]
GET: dict[str, Route] = {"/api/version": _version, "/api/tags": _tags, "/api/ps": _ps}
HEAD: dict[str, Route] = {"/api/blobs/": _has_blob}
POST: dict[str, Route] = {
    "/api/chat": _chat,
    "/api/show": _show,
    "/api/blobs/": _put_blob,
    "/api/create": _create,
}
