"""The title row: who is talking, what answers, and the way out."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from pet.chat.seat import Memory
from pet.engines.base import State, Status
from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.chat.strip import ElidedLabel
from pet.ui.theme import Theme
from pet.ui.tips import plain_tip

_ENGINE = 88  # px that the engine keeps beside a long name
_DOT = 7  # px


class Title(QWidget):
    """The persona's name, and in small text the engine with a dot that says how it is."""

    close_requested = Signal()

    def __init__(self, theme: Theme, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._name = ElidedLabel(self)
        self._name.setObjectName("name")
        self._dot = _Dot(theme, self)
        self._dot.hide()  # until it is known what answers
        self._engine = ElidedLabel(self)
        self._engine.setObjectName("engine")
        self._engine.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._elsewhere = QLabel(texts("badge.elsewhere"), self)
        self._elsewhere.setTextFormat(Qt.TextFormat.PlainText)
        self._elsewhere.setObjectName("elsewhere")
        self._elsewhere.hide()
        self._memory = QLabel(self)  # empty while the memory is on, as it mostly is
        self._memory.setTextFormat(Qt.TextFormat.PlainText)
        self._memory.setObjectName("unremembered")
        self._memory.hide()
        self._close = PictureButton("close", texts("chat.close"), theme, self, size=28)
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self.close_requested)
        row = QHBoxLayout(self)
        space = theme.spacing
        row.setContentsMargins(space.l, space.m - 2, space.s + 2, space.xs)
        row.setSpacing(space.s - 2)
        row.addWidget(self._name)
        row.addSpacing(space.xs)
        row.addWidget(self._dot)
        row.addWidget(self._engine, 1)
        row.addWidget(self._memory, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._elsewhere)
        row.addWidget(self._close)

    def show_persona(self, name: str) -> None:
        self._name.show_text(name)

    def show_engine(self, status: Status, *, elsewhere: bool = False) -> None:
        """What answers now. *elsewhere*: it is not on this computer, and a badge says so."""
        model = status.model or ""
        key = status.engine if status.ready and (model or status.engine != "ollama") else "none"
        self._engine.show_text(self._texts(f"badge.{key}", model=model))
        self._engine.setMinimumWidth(min(_ENGINE, self._engine.sizeHint().width()))
        state = self._texts(
            f"engine.state.{status.state.value}",
            model=model,
            version=status.version or "",
            needed=status.facts.get("needed", ""),
            host=status.facts.get("host", ""),
        )
        self._dot.setToolTip(plain_tip(state))
        self._dot.show_state(status.state)
        self._dot.show()
        self._elsewhere.setVisible(elsewhere)
        place = status.facts.get("elsewhere", "")
        self._elsewhere.setToolTip(self._texts("engine.about.elsewhere", elsewhere=place))

    @Slot(str)
    def show_memory(self, memory: Memory) -> None:
        """A badge where what is said is not remembered."""
        self._memory.setVisible(memory != "on")
        if memory != "on":
            self._memory.setText(self._texts(f"badge.memory_{memory}"))
            self._memory.setToolTip(self._texts(f"badge.about_{memory}"))

    def wanted_height(self, width: int) -> int:
        return self.sizeHint().height()

    def show_theme(self, theme: Theme) -> None:
        self._close.show_theme(theme)
        self._dot.theme = theme
        self._dot.update()


class _Dot(QWidget):
    """Green when the engine answers, pink when it cannot."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dot")
        self.theme = theme
        self._state = State.READY
        self.setFixedSize(QSize(_DOT, _DOT))

    def show_state(self, state: State) -> None:
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ready = self._state in (State.READY, State.BUSY)
        painter.setBrush(self.theme.color("leaf" if ready else "blush"))
        painter.drawEllipse(QRectF(0, 0, _DOT, _DOT))
