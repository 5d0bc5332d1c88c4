"""What the chat shows of memory and engine, kept up to date."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pet.app import Pet
from pet.chat import commands
from pet.chat.desk import Command
from pet.chat.seat import Memory
from pet.engines.base import Status
from pet.errors import PetError
from pet.i18n import Texts
from pet.memory import memos
from pet.ui.background import Background, Newest
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.chat.suggestions import Suggestion
from pet.ui.drafts import DraftKeeper
from pet.ui.history import History
from pet.ui.notices import describe
from pet.ui.roster import Roster

_LOOK_MS: Final = 700  # how often a visible chat looks for another copy's changes
_HINT_SCALARS: Final = 60


class Keeper(QObject):
    """Reads off the UI thread, and gives the windows what they show."""

    told = Signal(str)  # a sentence of the program's own
    persona_renamed = Signal(str)  # the name of the one that is worn, when it is another now

    def __init__(
        self, pet: Pet, background: Background, chat: QuickChat, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pet = pet
        self._background = background
        self._asking_persona = Newest(background)
        self._asking_engine = Newest(background)
        self._asking_memos = Newest(background)
        self._asking_memory = Newest(background)
        self._chat = chat
        self.drafts = DraftKeeper(pet.session, background, chat, self)
        self.drafts.kept.connect(self._kept)
        self.drafts.failed.connect(self._tell)
        self._seen = 0  # the store's change number at the last look
        self._roster = Roster(pet)
        self.history = History(pet, background, chat, self._roster, self)
        self.history.rewritten.connect(self.drafts.look_again)
        self.history.failed.connect(self._tell)
        self._name = ""  # of the persona that is worn, as it was read last
        self._told = ""  # the key of what went wrong last, until something goes well
        self._look_timer = QTimer(self)
        self._look_timer.setInterval(_LOOK_MS)
        self._look_timer.timeout.connect(self._look)
        chat.opened.connect(self._look_timer.start)
        chat.opened.connect(self._look)
        chat.opened.connect(self.look_at_memory)
        chat.closed.connect(self._look_timer.stop)

    def begin(self) -> None:
        """The chat was built: the draft, the engine, the conversation."""
        self.drafts.begin()
        self.refresh()
        self.history.begin()

    def end(self) -> None:
        """Keep what is typed, now."""
        self._look_timer.stop()
        self.drafts.end()

    @Slot()
    def refresh(self) -> None:
        """Show who is here and which engine answers, and offer the memos there are."""
        self.drafts.note_stored()
        self._asking_persona.run(self._persona, self._show_persona, self._tell)
        self._asking_engine.run(self._pet.engine.status, self._show_engine, self._tell)
        self._asking_memos.run(self._suggestions, self._chat.set_suggestions, self._tell)
        self.history.mark_seen()
        self.history.look()
        self.look_at_memory()

    @Slot()
    def look_at_memory(self) -> None:
        """Show whether anything is remembered; the memory window may have turned it off."""
        self._asking_memory.run(self._memory, self._chat.title.show_memory, self._tell)

    # -- on the background's threads ------------------------------------------------------------

    def _memory(self) -> Memory:
        return self._pet.session.seat.memory

    def _persona(self) -> tuple[str, str, str]:
        worn = self._pet.wardrobe.worn_id
        return worn, self._pet.persona_name(), self._pet.persona_opening()

    def _suggestions(self) -> tuple[Suggestion, ...]:
        texts = self._pet.texts
        offered = [
            Suggestion(f"/{name}", f"/{name} " if row.takes else f"/{name}", texts(row.help_key))
            for name, row in _command_names(texts)
        ]
        if self._memory() == "on":
            offered += [
                Suggestion(f"#{memo.id}", f"#{memo.id}", memo.text[:_HINT_SCALARS])
                for memo in memos.everything(self._pet.store)
            ]
        offered += [
            Suggestion(f"@{one.word}", f"@{one.word} ", texts("chat.to_persona", name=one.name))
            for one in self._roster.others()
        ]
        return tuple(offered)

    # -- on the UI thread -------------------------------------------------------------------------

    @Slot()
    def _look(self) -> None:
        """Whether another copy wrote something since the last look."""
        number = self._pet.store.change_number()
        if number != self._seen:
            self._seen = number
            self._background.run(self._pet.session.recent.look, self._kept, self._tell)
            self._asking_memos.run(self._suggestions, self._chat.set_suggestions, self._tell)
            self.history.look()
        self.look_at_memory()  # the switch is no commit: it stands in the settings

    @Slot(object)
    def _show_persona(self, read: tuple[str, str, str]) -> None:
        """She may have been edited: by the editor, or by another copy."""
        worn, name, opening = read
        if worn != self._pet.wardrobe.worn_id:
            return  # another was put on while this one was read; a turn ends with a read of her
        self._chat.show_persona(name, opening)
        if name != self._name:
            self._name = name
            self.persona_renamed.emit(name)

    @Slot(object)
    def _show_engine(self, status: Status) -> None:
        self._chat.show_engine(status, elsewhere=bool(status.facts.get("elsewhere")))
        if status.engine == "tiny" and not self._pet.settings["tiny_explained"]:
            explained = partial(self._pet.settings.change, tiny_explained=True)
            self._background.run(explained, self._kept, self._tell)
            self.told.emit(self._pet.texts("engine.about.tiny"))

    @Slot()
    def _kept(self, _nothing: None = None) -> None:
        """Saved: nothing to show."""
        self._told = ""

    @Slot(object)
    def _tell(self, error: PetError) -> None:
        if error.key != self._told:  # not again at each key that is pressed
            self._told = error.key
            self._chat.show_notice(describe(self._pet.texts, error))


def _command_names(texts: Texts) -> list[tuple[str, Command]]:
    """Every command by its name in the user's language, and behind those the English ones."""
    own = [(commands.names_in(texts, row), row) for row in commands.TABLE]
    return own + [(row.name, row) for row in commands.TABLE if (row.name, row) not in own]
