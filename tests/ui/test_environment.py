"""What the environment says before Qt starts."""

from __future__ import annotations

from pet.ui import environment


def test_small_pictures_are_painted_by_one_thread():
    environ = {"DISPLAY": ":0"}
    environment.prepare(environ)
    assert environ["QT_NO_GUI_THREADPOOL"] == "1"


def test_what_the_user_chose_stands():
    chosen = {"QT_NO_GUI_THREADPOOL": "", "QT_QPA_PLATFORM": "wayland", "QT_IM_MODULE": "ibus"}
    environ = dict(chosen)
    environment.prepare(environ)
    assert environ == chosen
