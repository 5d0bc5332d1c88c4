#!/bin/sh
# Starts the pet, and sets up what it needs the first time.
#
#   sh packaging/run.sh [arguments of pet…]
#   sh packaging/run.sh --install      a launcher in the applications menu and on the desktop
#   sh packaging/run.sh --uninstall    takes the launcher away
#
# Needs Python 3.11 or newer and nothing else, on Linux or a Mac (on Windows: run.ps1). Everything
# goes into .venv and .uv in this folder; distribution packages are installed only with root or a
# sudo that asks for no password.
set -eu
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
. "$root/packaging/setup.sh"

set_up() {
    began=$(date +%s)
    take_turns
    # shellcheck disable=SC2086 # empty is no argument
    if is_ready $screen; then
        give_turn
        return
    fi
    if [ -f "$stamp" ]; then
        say 'Something changed since the last start; bringing the set-up up to date…' \
            '지난번과 달라진 것이 있어서 맞추는 중이에요…'
    else
        say 'Setting up (this happens once, and takes 0.5 GB of disk)…' \
            '준비하는 중이에요(처음 한 번, 디스크 0.5GB)…'
    fi
    find_python
    # shellcheck disable=SC2086
    needs=$(missing_needs ${screen:+--screen})
    see_to_needs "$needs"
    has_uv || { fetch_uv && has_uv; } || could_not_fetch
    # The tiny model has wheels wherever PySide6 has them.
    make_environment --extra tiny --no-dev --inexact || could_not_fetch
    finish $screen
    give_turn
    took=$(($(date +%s) - began))
    say "Set up in $took s." "${took}초 만에 준비됐어요."
}

could_not_fetch() {
    fail 'The set-up could not be finished: what it said is above. Look at the connection, then start again; it goes on where it stopped.' \
        '준비를 마치지 못했어요. 이유는 위에 있어요. 연결을 확인하고 다시 시작하면 이어서 해요.'
}

# names_a_command ARGUMENT…: whether these name a command, or ask for something other than the pet.
names_a_command() {
    while [ $# -gt 0 ]; do
        case $1 in
        --home | --lang | --engine) [ $# -gt 1 ] && shift ;;
        --help | -h | --version) return 0 ;;
        -*) ;;
        *) return 0 ;;
        esac
        shift
    done
    return 1
}

screen=
if has_screen; then screen=screen; fi
case ${1:-} in
--install) screen=screen ;; # the double click that follows has no terminal to report to
--uninstall)
    . "$root/packaging/launcher.sh"
    remove_launcher
    exit 0
    ;;
esac
# shellcheck disable=SC2086 # empty is no argument
is_ready $screen || set_up
unset PYTHONHOME PYTHONPATH
case ${1:-} in
--install)
    . "$root/packaging/launcher.sh"
    add_launcher
    exit 0
    ;;
esac
if [ -z "$screen" ] && ! names_a_command "$@"; then
    if ! [ -t 0 ] || ! [ -t 1 ]; then
        fail 'There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set) and no terminal either, so nothing can be opened.' \
            '화면도(DISPLAY와 WAYLAND_DISPLAY가 모두 없어요) 터미널도 없어서 열 수 있는 것이 없어요.'
    fi
    say 'There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set), so we talk in the terminal.' \
        '화면이 없어서(DISPLAY와 WAYLAND_DISPLAY가 모두 없어요) 터미널에서 이야기해요.'
    set -- "$@" chat
fi
exec "$root/.venv/bin/pet" "$@"
