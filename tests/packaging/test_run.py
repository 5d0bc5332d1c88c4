"""`packaging/run.sh` and what it shares with test.sh, in a folder made up for each test.

Downloads and apt are tried by hand in a clean root; here is what they are decided from.
"""

from __future__ import annotations

import os
import pty
import shutil
import stat
import subprocess
import sys

import pytest

from tests.house.sources import ROOT
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these are POSIX scripts")
PLAIN_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"


@pytest.fixture
def project(tmp_path):
    """A folder that looks set up; its `pet` tells what it was given."""
    folder = tmp_path / "데스크톱 pet's $folder"
    shutil.copytree(ROOT / "packaging", folder / "packaging")
    shutil.copytree(ROOT / "pet" / "locale", folder / "pet" / "locale")
    shutil.copy(ROOT / "pyproject.toml", folder)
    executable(folder / ".venv" / "bin" / "pet", 'for given; do echo "[$given]"; done')
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / ".uv").mkdir()
    assert inside(folder, "finish screen").returncode == 0
    return folder


def executable(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def run(project, *arguments, **environ):
    command = ["sh", str(project / "packaging" / "run.sh"), *arguments]
    return started(command, environ, stdin=subprocess.DEVNULL)


def inside(project, script, **environ):
    """What *script* does after setup.sh was read."""
    lines = f'set -eu; root=$1; . "$root/packaging/setup.sh"; {script}'
    return started(["/bin/sh", "-c", lines, "sh", str(project)], environ, stdin=subprocess.DEVNULL)


def started(command, environ, **streams):
    return subprocess.run(
        command,
        env=os.environ | {"PATH": PLAIN_PATH} | environ,
        capture_output=True,
        text=True,
        check=False,
        **streams,
    )


@pytest.mark.parametrize(
    "script", sorted((ROOT / "packaging").glob("*.sh")), ids=lambda one: one.name
)
def test_every_script_is_plain_sh(script):
    assert started(["sh", "-n", str(script)], {}).stderr == ""


def test_arguments_reach_the_pet_as_they_were_typed(project):
    told = run(project, "remember", "I like  tea", "솜이", DISPLAY=":1")
    assert told.stdout.splitlines() == ["[remember]", "[I like  tea]", "[솜이]"]
    assert told.stderr == ""


def test_a_link_to_the_script_finds_the_folder(project, tmp_path):
    link = tmp_path / "start"
    link.symlink_to(project / "packaging" / "run.sh")
    told = started(["sh", str(link), "doctor"], {"DISPLAY": ":1"})
    assert told.stdout == "[doctor]\n"


@pytest.mark.parametrize("screen", [{"DISPLAY": ":1"}, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_with_a_screen_the_pet_itself_opens(project, screen):
    assert run(project, "--lang", "ko", **screen).stdout == "[--lang]\n[ko]\n"


@pytest.mark.parametrize(
    "typed",
    [["doctor"], ["--home", "x", "memories"], ["--version"], ["chat"], ["--lang=ko", "undo"]],
)
def test_a_command_needs_no_screen(project, typed):
    told = run(project, *typed)
    assert told.stdout == "".join(f"[{word}]\n" for word in typed)
    assert told.stderr == ""


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac always has a screen")
@pytest.mark.parametrize(
    ("language", "said"), [("C.UTF-8", "There is no screen here"), ("ko_KR.UTF-8", "화면이 없어서")]
)
def test_without_a_screen_it_talks_in_the_terminal_and_says_why(project, language, said):
    ours, theirs = pty.openpty()
    command = ["sh", str(project / "packaging" / "run.sh"), "--home", "chat room"]
    environ = os.environ | {"PATH": PLAIN_PATH, "LANG": language}
    try:
        subprocess.run(command, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, check=True)
        shown = b""
        while b"[chat]" not in shown:  # a terminal gives its lines as they come
            shown += os.read(ours, 4096)
    finally:
        os.close(ours)
        os.close(theirs)
    shown = shown.decode()
    assert said in shown
    assert shown.split("\r\n")[-4:-1] == ["[--home]", "[chat room]", "[chat]"]


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac always has a screen")
def test_without_a_screen_and_a_terminal_it_says_that_nothing_can_be_opened(project):
    told = run(project)
    assert told.returncode == 1
    assert "no terminal either" in told.stderr
    assert told.stdout == ""


def test_a_change_to_what_it_was_made_from_asks_for_another_set_up(project):
    assert inside(project, "is_ready screen").returncode == 0
    with (project / "pyproject.toml").open("a") as file:
        file.write("\n")
    assert inside(project, "is_ready screen").returncode == 1


def test_a_moved_folder_is_set_up_again(project, tmp_path):
    moved = project.rename(tmp_path / "elsewhere")
    assert inside(moved, "is_ready").returncode == 1
    (moved / ".venv" / "bin" / "pet").write_text(f"#!{project}/.venv/bin/python\n")
    assert inside(moved, "is_ours").returncode == 1


def test_a_set_up_without_a_screen_is_looked_at_again_when_there_is_one(project):
    assert inside(project, "finish; is_ready").returncode == 0
    assert inside(project, "is_ready screen").returncode == 1


def test_an_interrupted_set_up_starts_afresh_and_compiles_nothing(project, tmp_path):
    (project / ".venv" / "half a package").touch()
    (project / ".uv" / "unfinished").touch()
    uv = tmp_path / "uv"
    executable(uv, 'echo "$@" "$UV_PYTHON_DOWNLOADS" "$UV_PROJECT_ENVIRONMENT"')
    told = inside(project, 'make_environment --extra tiny; echo "$stamp"', uv=str(uv), python="py")
    assert not (project / ".venv").exists()
    assert (project / ".uv" / "unfinished").exists()
    assert "--python py --no-build --extra tiny never" in told.stderr
    assert str(project / ".venv") in told.stderr


def test_two_starts_at_once_take_turns(project):
    script = 'root=$1; . "$root/packaging/setup.sh"; take_turns; echo mine; read -r line; give_turn'
    command = ["sh", "-c", script, "sh", str(project)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as first:
        assert first.stdout.readline() == "mine\n"
        with subprocess.Popen(command, text=True, **pipes) as second:
            assert "waiting for it" in second.stderr.readline()
            assert second.poll() is None
            first.communicate("\n", timeout=20)
            assert second.stdout.readline() == "mine\n"
            second.communicate("\n", timeout=20)


def stubs(folder, user, *, sudo):
    """A PATH on which apt-get only notes what it was asked, for *user* with or without sudo."""
    executable(folder / "apt-get", f'echo "$@" >>"{folder}/asked"')
    executable(folder / "id", f"echo {user}")
    if sudo:
        executable(
            folder / "sudo", f'test "$1" = -n && shift; echo sudo "$*" >>"{folder}/asked"; "$@"'
        )
    for tool in ("cut", "sort", "paste", "sed", "mktemp", "rm", "env", "cat", "uname", "true"):
        (folder / tool).symlink_to(shutil.which(tool, path=PLAIN_PATH))
    return {
        "PATH": str(folder),
        "NEEDS": "libEGL.so.1\tlibegl1\na font\tfonts-nanum\nlibegl\tlibegl1",
    }


def asked(folder):
    file = folder / "asked"
    return file.read_text() if file.exists() else ""


def test_root_installs_what_is_missing_and_nobody_is_asked(project, tmp_path):
    environ = stubs(tmp_path / "bin", 0, sudo=False)
    told = inside(project, 'see_to_needs "$NEEDS"', **environ)
    assert told.returncode == 0
    assert "-y --no-install-recommends" in asked(tmp_path / "bin")
    assert asked(tmp_path / "bin").rstrip().endswith("install fonts-nanum libegl1")


def test_a_sudo_without_password_does_as_well(project, tmp_path):
    environ = stubs(tmp_path / "bin", 1000, sudo=True)
    told = inside(project, 'see_to_needs "$NEEDS"', **environ)
    assert told.returncode == 0
    assert "sudo apt-get -qq update" in asked(tmp_path / "bin")


def test_without_the_right_to_install_it_says_the_one_command_and_stops(project, tmp_path):
    environ = stubs(tmp_path / "bin", 1000, sudo=False)
    told = inside(project, 'see_to_needs "$NEEDS"', **environ)
    assert told.returncode == 1
    assert "su -c 'apt-get update && apt-get install -y fonts-nanum libegl1'" in told.stderr
    assert asked(tmp_path / "bin") == ""


def test_elsewhere_than_debian_it_names_the_libraries(project, tmp_path):
    environ = stubs(tmp_path / "bin", 0, sudo=False)
    (tmp_path / "bin" / "apt-get").unlink()
    told = inside(project, 'see_to_needs "$NEEDS"', **environ)
    assert told.returncode == 1
    assert "libEGL.so.1, a font" in told.stderr


def test_the_lock_is_free_after_a_start_that_was_killed(project):
    script = 'root=$1; . "$root/packaging/setup.sh"; take_turns; echo mine; read -r line'
    command = ["sh", "-c", script, "sh", str(project)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as first:
        assert first.stdout.readline() == "mine\n"
        first.kill()
        until(lambda: first.poll() is not None)
    assert inside(project, "take_turns; give_turn").stderr == ""
