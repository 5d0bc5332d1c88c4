# Setting up, shared by run.sh and test.sh. Sourced, with $root naming the project's folder.
# POSIX sh. Nothing is asked, and nothing but distribution packages is installed system-wide.
# shellcheck shell=sh
# shellcheck disable=SC2154 # $root and $screen are the caller's

uv_wanted='uv>=0.8,<1'
stamp="$root/.venv/set-up" # what the environment was made from, and whether a screen was seen to

case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in ko*) korean=1 ;; *) korean= ;; esac

# say ENGLISH KOREAN
say() {
    if [ -n "$korean" ]; then printf '%s\n' "$2" >&2; else printf '%s\n' "$1" >&2; fi
}

# fail ENGLISH KOREAN: a double click shows no terminal, so the desktop is told as well.
fail() {
    say "$@"
    if ! [ -t 2 ] && has_screen && command -v notify-send >/dev/null 2>&1; then
        if [ -n "$korean" ]; then notify-send 'Desktop Pet' "$2"; else notify-send 'Desktop Pet' "$1"; fi || :
    fi
    exit 1
}

has_screen() {
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]
}

# The checksum of all that the environment is made from.
fingerprint() {
    {
        printf '%s\n' "$root"
        "$root/.venv/bin/python" -V 2>&1 || echo 'no Python'
        cat "$root/pyproject.toml" "$root"/packaging/*.sh "$root"/packaging/*.py \
            "$root"/pet/locale/*/LC_MESSAGES/*.po
    } | cksum | tr ' ' -
}

# is_ready [screen]: whether nothing changed since the set-up, which saw to a screen if one is here.
is_ready() {
    [ -x "$root/.venv/bin/pet" ] && [ -f "$stamp" ] || return 1
    read -r ready seen_to <"$stamp" || return 1
    [ -z "${1:-}" ] || [ "$seen_to" = "$1" ] || return 1
    [ "$ready" = "$(fingerprint)" ]
}

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        # PySide6 has wheels for 3.11 to 3.14. The path is asked for, because a name may be a shim.
        if python=$("$python" -c 'import sys
if not (3, 11) <= sys.version_info < (3, 15): sys.exit(1)
print(sys.executable)' 2>/dev/null); then return 0; fi
    done
    fail 'The pet needs Python 3.11 or newer (up to 3.14), and none was found here. Install one, then start again.' \
        '파이썬 3.11 이상(3.14까지)이 필요한데 찾지 못했어요. 설치한 뒤 다시 시작해 주세요.'
}

# may_install: whether this system's packages can be installed without asking anybody.
may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null
}

# install_packages PACKAGE…
install_packages() {
    say "Installing for the system: $*" "시스템에 설치하는 중: $*"
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root='sudo -n'
    log=$(mktemp)
    # A list that cannot be refreshed may still do. The time-out: a fresh desktop updates itself.
    # 9>&-: a service that a package starts must not hold our lock.
    $as_root apt-get -qq update >"$log" 2>&1 </dev/null 9>&- || :
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o DPkg::Lock::Timeout=300 install "$@" >>"$log" 2>&1 </dev/null 9>&-; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# the_command PACKAGE…: what a person with the right to would type.
the_command() {
    if command -v sudo >/dev/null 2>&1; then
        printf 'sudo apt-get update && sudo apt-get install -y %s' "$*"
    else
        printf "su -c 'apt-get update && apt-get install -y %s'" "$*"
    fi
}

# missing_needs [--screen]: lines of "what<TAB>package" for what the program cannot run without.
missing_needs() {
    has_uv || can_fetch_uv || "$python" -c 'import sys
print("venv for Python\tpython%d.%d-venv" % sys.version_info[:2])'
    "$python" "$root/packaging/missing_packages.py" "$@"
}

# see_to_needs NEEDS: installs, or says the one command and stops.
see_to_needs() {
    [ -n "$1" ] || return 0
    packages=$(printf '%s\n' "$1" | cut -f 2 | sort -u | paste -s -d ' ' -)
    # shellcheck disable=SC2086 # package names are words
    if may_install; then
        install_packages $packages && return 0
        fail 'These packages could not be installed; what apt-get said is above.' \
            '패키지를 설치하지 못했어요. apt-get이 한 말은 위에 있어요.'
    elif command -v apt-get >/dev/null 2>&1; then
        command=$(the_command $packages)
        fail "Some packages of your system are missing. Run this command once, then start again:

    $command
" "시스템에 없는 패키지가 있어요. 아래 명령을 한 번 실행한 뒤 다시 시작해 주세요:

    $command
"
    else
        what=$(printf '%s\n' "$1" | cut -f 1 | paste -s -d , - | sed 's/,/, /g')
        fail "This computer lacks: $what. Install what carries them with your package manager, then start again." \
            "이 컴퓨터에 없는 것: $what. 패키지 관리자로 설치한 뒤 다시 시작해 주세요."
    fi
}

# has_uv: the one set up here before, else a recent one that the person has; sets $uv.
has_uv() {
    for uv in "$root/.uv/tool/bin/uv" "$root/.uv/venv/bin/uv" uv; do
        case $("$uv" --version 2>/dev/null) in
        'uv 0.'[0-7].*) ;;
        'uv '*) return 0 ;;
        esac
    done
    return 1
}

can_fetch_uv() {
    "$python" -m pip --version >/dev/null 2>&1 || "$python" -c 'import ensurepip, venv' 2>/dev/null
}

# Puts uv beside .venv, never into the system: with the Python's own pip, else in an environment.
fetch_uv() {
    rm -rf "$root/.uv/tool" "$root/.uv/venv"
    # The person's pip settings name their mirrors and stay; those two would turn the install away.
    if "$python" -m pip --version >/dev/null 2>&1; then
        PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 "$python" -m pip install --quiet --disable-pip-version-check \
            --only-binary :all: --target "$root/.uv/tool" "$uv_wanted" >&2
    else
        "$python" -m venv "$root/.uv/venv" >&2 &&
            PIP_USER=0 "$root/.uv/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
                --only-binary :all: "$uv_wanted" >&2
    fi
}

# make_environment SYNC-OPTION…: .venv with the project in it. No dependency is ever compiled.
make_environment() {
    progress=--quiet
    [ -t 2 ] && progress=
    # An interrupted set-up, or a folder that was moved, leaves an environment nobody can trust.
    if [ -e "$root/.uv/unfinished" ] || ! is_ours; then rm -rf "$root/.venv"; fi
    rm -f "$stamp"
    : >"$root/.uv/unfinished"
    # shellcheck disable=SC2086 # empty is no argument
    env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT="$root/.venv" UV_PYTHON_DOWNLOADS=never \
        "$uv" sync $progress --project "$root" --python "$python" --no-build "$@" >&2
}

# is_ours: whether the environment, if there is one, was made in this folder.
is_ours() {
    [ -e "$root/.venv/bin/pet" ] || return 0
    grep -qF "$root/.venv/bin/python" "$root/.venv/bin/pet"
}

# finish [screen]: from here on the environment counts as whole.
finish() {
    printf '%s\n' "$(fingerprint) ${1:-}" >"$stamp.new"
    mv "$stamp.new" "$stamp"
    rm -f "$root/.uv/unfinished"
}

# take_turns: one set-up at a time in this folder. The lock ends with the process that holds it.
take_turns() {
    mkdir -p "$root/.uv"
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$root/.uv/lock"
        flock -n 9 || {
            say 'Another start is setting up; waiting for it.' '다른 실행이 준비하고 있어서 기다릴게요.'
            flock 9
        }
    else
        until mkdir "$root/.uv/turn" 2>/dev/null; do
            kill -0 "$(cat "$root/.uv/turn/pid" 2>/dev/null || echo $$)" 2>/dev/null || rm -rf "$root/.uv/turn"
            sleep 1
        done
        echo $$ >"$root/.uv/turn/pid"
        trap 'rm -rf "$root/.uv/turn"' EXIT
    fi
}

give_turn() {
    if command -v flock >/dev/null 2>&1; then
        flock -u 9
        exec 9>&-
    else
        rm -rf "$root/.uv/turn"
        trap - EXIT
    fi
}
