"""Every window of the pet and every connection between them; it connects and decides nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import Random

from PySide6.QtCore import QObject, QRect, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QIcon, QSessionManager
from PySide6.QtWidgets import QApplication

from pet import paths
from pet.app import Pet
from pet.body.placement import Place, Whereabouts
from pet.memory import presence
from pet.ui import environment
from pet.ui.background import Background
from pet.ui.character.rig import somi
from pet.ui.character.sprites import Sprites
from pet.ui.character.window import CharacterWindow
from pet.ui.chat_room import ChatRoom
from pet.ui.conversation import Conversation
from pet.ui.drops import DropTarget
from pet.ui.foresight import Foresight
from pet.ui.frame.look import qt_palette
from pet.ui.garbage import GarbageCollector
from pet.ui.memory.room import MemoryRoom
from pet.ui.notices import Notices, QtMessages
from pet.ui.persona_menu import PersonaMenu
from pet.ui.persona_room import PersonaRoom
from pet.ui.remedies import Remedies
from pet.ui.signals import ProcessSignals
from pet.ui.single_instance import SingleInstance
from pet.ui.speech import Speech
from pet.ui.stage import Stage
from pet.ui.theme import LIGHT_THEME, Theme, ThemeSource
from pet.ui.translator import translate_qt
from pet.ui.tray import HideQuestion, MenuActions, Tray
from pet.ui.upkeep import Upkeep
from pet.ui.why_room import WhyRoom
from pet.ui.windows import Windows


def run(pet: Pet, *, another: bool = False, cards: Sequence[str] = ()) -> int:
    """Open the desktop and stay until the user quits; the exit code.

    *cards*: files to show in the import page at once.
    """
    environment.prepare(os.environ)
    messages = QtMessages(pet.texts)
    messages.take()
    app = build_application()
    single = SingleInstance(pet.paths)
    try:
        is_first = single.claim()
        if not is_first and not another:
            return 0  # the one that runs was asked to come to the front by whoever started us
        translate_qt(app, pet.texts.language)
        single.claim_later()
        desktop = Desktop(pet, single, app)
        desktop.open(aside=0 if is_first else _others(pet))
        if cards:
            desktop.persona_room.open_import(list(cards))
        code = app.exec()
        desktop.close()
        return code
    finally:
        single.close()
        messages.give_back()


def _others(pet: Pet) -> int:
    """How many copies run besides this one; at least the one that listens."""
    return max(1, presence.running(pet.paths.session_locks) - 1)


def build_application() -> QApplication:
    """The QApplication, set up as a desktop wants to know it."""
    QGuiApplication.setDesktopFileName("desktop-pet")
    QApplication.setApplicationName("desktop-pet")
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    app.setStyle("Fusion")  # the one that is everywhere and paints in our colours
    app.setWindowIcon(icon("app"))
    app.setFont(LIGHT_THEME.font())  # below a style sheet Qt hands down no font but this one
    return app


def icon(name: str) -> QIcon:
    """The icon *name* in all the sizes it was drawn in."""
    found = QIcon()
    for picture in sorted((paths.assets() / "icons").glob(f"{name}-[0-9]*.png")):
        found.addFile(str(picture))
    return found


class Desktop(QObject):
    """Keeps everything alive that the user sees."""

    def __init__(self, pet: Pet, single: SingleInstance, app: QApplication) -> None:
        super().__init__()
        self._garbage = GarbageCollector(self)
        self._app = app
        self._pet = pet
        self._single = single
        self._keeps_place = True
        texts = pet.texts
        self._notices = Notices(texts, self)
        self._notices.take_hooks()
        self._background = Background(self._notices.show_unexpected, self)
        self._themes = ThemeSource(pet.settings["theme"], self)
        theme = self._themes.current
        app.setPalette(qt_palette(theme))
        self.character = CharacterWindow(
            Sprites(somi()),
            texts,
            pet.clock,
            Random(),
            size=pet.settings["size"],
            calm=pet.settings["calm"],
        )
        self.speech = Speech(texts, theme, self, calm=pet.settings["calm"])
        self.room = ChatRoom(pet, self._background, theme, self)
        self._foresight = Foresight(pet, self._background, self)
        self.windows = Windows(pet, self._background, theme, self)
        self.memory = MemoryRoom(pet, self.windows, self._background, self)
        self.why = WhyRoom(pet, self.windows, self._background, self)
        self._personas = PersonaMenu(pet, self._background, self)
        self.persona_room = PersonaRoom(pet, self._background, self.windows, self)
        self._drops = DropTarget(self.character)
        self._actions = MenuActions(texts, self, personas=self._personas.action)
        self._tray = Tray(icon("tray"), texts, self._actions, self)
        self._hiding = HideQuestion(texts, self._tray, self)
        self._conversation = Conversation(pet, self._background, self)
        self._stage = Stage(self.character, self.speech, self._needs_no_bubble, texts, self)
        self._upkeep = Upkeep(pet, self._background, self)
        self._remedies = Remedies(self)
        self._signals = ProcessSignals(self)
        self._connect()

    def _connect(self) -> None:
        self._connect_character()
        self._connect_chat()
        self._connect_remedies()
        actions = self._actions
        actions.chat_chosen.connect(self.open_chat)
        actions.show_chosen.connect(self.show_character)
        actions.hide_chosen.connect(self._hiding.ask)  # where there is no tray it asks first
        self._hiding.hide_confirmed.connect(self.hide_character)
        actions.return_chosen.connect(self.character.bring_home)
        actions.return_chosen.connect(self.show_character)
        self.windows.space_wanted.connect(self.room.close)
        actions.memory_chosen.connect(self.memory.open)
        actions.personas_chosen.connect(self.persona_room.open_editor)
        actions.quit_chosen.connect(self.quit)
        self._tray.clicked.connect(self.toggle_chat)
        self._single.request_received.connect(self.obey)
        self._signals.asked_to_end.connect(self.quit)
        self._notices.told.connect(self.room.show_notice)
        self._themes.changed.connect(self._wear)
        self._app.commitDataRequest.connect(self._keep_before_session_ends)

    def _connect_character(self) -> None:
        character = self.character
        character.approached.connect(self._foresight.prepare)
        character.clicked.connect(self.toggle_chat)
        character.menu_requested.connect(self._personas.refresh)
        character.menu_requested.connect(self._actions.open_at)
        character.moved.connect(self._keep_place)
        character.body_moved.connect(self._follow)
        self._drops.files_dropped.connect(self.persona_room.take_dropped)
        self._drops.something_dropped.connect(self.persona_room.refuse_dropped)

    def _connect_chat(self) -> None:
        room, conversation, stage = self.room, self._conversation, self._stage
        room.message_submitted.connect(conversation.send)
        room.stop_requested.connect(conversation.stop)
        room.more_written.connect(conversation.hurry)
        room.link_opened.connect(self._open_link)
        room.opened.connect(self._upkeep.warm_up)
        room.closed.connect(stage.take_over_from_chat)
        room.told.connect(stage.say)
        room.why_requested.connect(self.why.open)
        self.why.failed.connect(room.show_notice)
        conversation.event_came.connect(self.why.show)
        conversation.said.connect(self._upkeep.night.give_way)
        conversation.said.connect(self.memory.give_way)
        conversation.said.connect(room.show_said)
        conversation.event_came.connect(room.show)
        conversation.event_came.connect(stage.show)
        conversation.ended.connect(room.refresh)

        personas = self.persona_room
        conversation.said.connect(personas.note_talk)
        conversation.ended.connect(personas.note_silence)
        personas.wear_requested.connect(self._personas.wear)
        personas.told.connect(stage.say)

    def _connect_remedies(self) -> None:
        remedies, room = self._remedies, self.room
        self._conversation.said.connect(remedies.note_said)
        self._stage.failed.connect(remedies.note_failure)
        self._stage.offered.connect(remedies.note_offer)
        self.speech.action_clicked.connect(remedies.apply_offered)
        room.action_requested.connect(remedies.apply)
        remedies.say_requested.connect(room.submit)
        self._personas.say_requested.connect(room.submit)
        room.persona_worn.connect(self._personas.refresh)
        room.persona_worn.connect(self._stage.show_persona)
        room.persona_worn.connect(self.persona_room.show_worn)
        self.persona_room.persona_saved.connect(room.refresh)
        remedies.page_requested.connect(room.ask_to_open)

    def open(self, *, aside: int = 0) -> None:
        """Show the character; everything that may take time comes after the first frame.

        *aside*: beside the usual place, where so many other copies stand. Where this one is put
        then is its own affair: the usual place stays the first's.
        """
        self._keeps_place = not aside
        self.character.stand_at(Place.from_dict(self._pet.settings["place"]), aside=aside)
        self._stage.show_persona(self._pet.persona_name())
        self.character.show()
        self._follow(self.character.whereabouts)
        self._tray.look()
        self._upkeep.begin()
        self._garbage.begin()
        self._personas.refresh()
        for key in self._pet.notices:
            self._stage.say(self._pet.texts(key))
        if name := environment.unusable_input_method(os.environ):
            self._stage.say(self._pet.texts("input.unusable", name=name))

    def close(self) -> None:
        """Stop what runs, keep what was typed."""
        self._conversation.stop()
        self.windows.close()
        self.room.end()
        self._upkeep.end()
        self._garbage.end()
        self._background.close()
        self._notices.give_hooks_back()
        self._tray.close()
        self._personas.close()
        self.speech.close()
        self.character.hide()
        self.character.deleteLater()

    @Slot()
    def open_chat(self) -> None:
        """The quick chat, beside the character."""
        self._stage.wake()
        self.speech.hide_now()
        self.room.open(QRect(*self.character.whereabouts.body))

    @Slot()
    def toggle_chat(self) -> None:
        """Open the quick chat, or close it."""
        if self.room.is_open:
            self.room.close()
        else:
            self.open_chat()

    @Slot()
    def show_character(self) -> None:
        """Bring the character back and to the front, whatever took it away.

        A desktop that is cleared (Super+D) minimises it, and on another workspace it is not to be
        seen; one that is shown anew comes to the present one.
        """
        self.character.hide()
        self.character.showNormal()
        self.character.raise_()
        self._stage.wake()
        self._stage.take_over_from_chat()
        self._actions.show_hidden(False)

    @Slot()
    def hide_character(self) -> None:
        """Hide it all."""
        self.character.hide()
        self.speech.hide_now()
        self.room.close()
        self._actions.show_hidden(True)

    @Slot()
    def quit(self) -> None:
        """End the program."""
        QGuiApplication.quit()

    @Slot(str)
    def obey(self, request: str) -> None:
        """What another start, or a shortcut, asks of this copy."""
        do, _, what = request.partition(" ")
        match do:
            case "edit-persona" | "import" | "wear":
                self._obey_of_personas(do, what)
            case "toggle-chat":
                self.toggle_chat()
            case "show":
                self.show_character()
            case "hide":
                self.hide_character()
            case "memory":
                self.memory.open()
            case "quit":
                self.quit()

    def _obey_of_personas(self, do: str, what: str) -> None:
        match do:
            case "edit-persona":
                self.persona_room.edit(what)
            case "import":
                self.persona_room.open_import([what])
            case "wear":
                self._personas.wear(self._pet.settings.newest("persona"))

    def _needs_no_bubble(self) -> bool:
        """Whether the open chat shows what is said, or the user wants to see nothing of it."""
        return self.room.is_open or self.character.isHidden()

    @Slot(object)
    def _follow(self, where: Whereabouts) -> None:
        self.speech.stand_beside(where)

    @Slot(object)
    def _keep_place(self, place: Place) -> None:
        if self._keeps_place:
            self._upkeep.keep_settings(place=place.to_dict())

    @Slot(str)
    def _open_link(self, address: str) -> None:
        QDesktopServices.openUrl(address)

    @Slot(object)
    def _wear(self, theme: Theme) -> None:
        self._app.setPalette(qt_palette(theme))
        self.speech.use_theme(theme)
        self.room.wear(theme)
        self.windows.wear(theme)

    @Slot(QSessionManager)
    def _keep_before_session_ends(self, _session: QSessionManager) -> None:
        self._conversation.stop()
        self.room.keep_draft_now()
