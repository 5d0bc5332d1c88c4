#!/bin/sh
# Checks and tests everything, as CI does.
#
#   sh packaging/test.sh [arguments of pytest…]
#
# Sets up .venv like run.sh, with the tools of a developer. Installs what the tests on a real screen
# need where that can be done without asking; elsewhere they are skipped and say why (with CI=true
# such a skip is a failure). The last line is pytest's own.
set -eu
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
. "$root/packaging/setup.sh"

# What the tests on a real screen start, and the fonts they look at. dbus-daemon comes with
# dbus-run-session; fcitx5-modules has the front-end that Qt's ibus plug-in talks to.
screen_packages='xvfb openbox picom xdotool x11-utils x11-xserver-utils imagemagick
    dbus dbus-daemon ibus ibus-hangul fcitx5 fcitx5-hangul fcitx5-modules
    fonts-nanum trayer desktop-file-utils xdg-user-dirs git'

began=$(date +%s)
mark=$began
times=

# clock NAME: notes how long it was since the last note.
clock() {
    now=$(date +%s)
    times="$times${times:+, }$1 $((now - mark)) s"
    mark=$now
}

see_to_screen_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    lacking=
    for package in $screen_packages; do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *'ok installed') ;;
        *) lacking="$lacking $package" ;;
        esac
    done
    [ -n "$lacking" ] || return 0
    # shellcheck disable=SC2086 # package names are words
    if may_install; then
        install_packages $lacking && return 0
        # One name that this distribution does not know must not cost the others.
        for package in $lacking; do
            install_packages "$package" || say "Without $package: tests that need it will say so." \
                "$package 없이 계속해요. 필요한 테스트가 알려 줄 거예요."
        done
    else
        command=$(the_command $lacking)
        say "Tests on a real screen may be skipped. For all of them: $command" \
            "실제 화면을 쓰는 테스트를 건너뛸 수 있어요. 모두 하려면: $command"
    fi
}

set_up() {
    take_turns
    find_python
    needs=$(missing_needs --screen)
    see_to_needs "$needs"
    see_to_screen_packages
    clock packages
    has_uv || { fetch_uv && has_uv; } || fail 'uv could not be fetched.' 'uv를 가져오지 못했어요.'
    make_environment --extra tiny --group dev ||
        fail 'The environment could not be made; what uv said is above.' '환경을 만들지 못했어요. uv가 한 말은 위에 있어요.'
    finish screen
    give_turn
    clock environment
}

# check COMMAND…: one of the developer's tools; all of them run before a failure counts.
check() {
    "$root/.venv/bin/python" -m "$@" || failed="$failed $1"
}

set_up
cd "$root"
unset PYTHONHOME PYTHONPATH
failed=
check ruff check .
check ruff format --check .
check mypy
"$root/.venv/bin/lint-imports" || failed="$failed lint-imports"
clock checks
[ -z "$failed" ] || fail "These have complaints:$failed" "고칠 것이 있어요:$failed"
# tests/guards/timing.py says both above pytest's last line.
export PET_TEST_TIMES="$times" PET_TEST_SECONDS=$(($(date +%s) - began))
exec "$root/.venv/bin/python" -m pytest "$@"
