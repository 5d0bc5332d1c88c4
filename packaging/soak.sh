#!/bin/sh
# The long forms of the tests of memory: what CI does twenty times is done two hundred times here.
#
#   sh packaging/soak.sh [arguments of pytest…]
#
# 200 kills and 60 right after Enter, two copies with 500 writes each, two stores and many nights
# against a plain model, 24 hours of the idle pet on a fast clock, and searches over 1,000, 10,000
# and 100,000 turns. Takes about a quarter of an hour, and much more on a busy machine.
# Sets up .venv as test.sh does. The last lines are the figures and whether all of it held; the exit
# code is 0 only then.
set -eu
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
. "$root/packaging/setup.sh"

set_up() {
    take_turns
    find_python
    see_to_needs "$(missing_needs)"
    has_uv || { fetch_uv && has_uv; } || fail 'uv could not be fetched.' 'uv를 가져오지 못했어요.'
    make_environment --extra tiny --group dev ||
        fail 'The environment could not be made; what uv said is above.' '환경을 만들지 못했어요. uv가 한 말은 위에 있어요.'
    finish
    give_turn
}

# soak NAME COMMAND…: one long form; all of them run before a failure counts.
soak() {
    name=$1
    shift
    mark=$(date +%s)
    if "$@" >"$told" 2>&1; then held=held; else
        held=FAILED
        failed="$failed${failed:+, }$name"
        cat "$told"
    fi
    figures="$figures
$name: $held, $(($(date +%s) - mark)) s
$(grep -E "$said" "$told" | sed 's/^/    /')"
    echo "$name: $held"
}

set_up
cd "$root"
unset PYTHONHOME PYTHONPATH
export PET_SOAK=1
python="$root/.venv/bin/python"
began=$(date +%s)
told=$(mktemp)
trap 'rm -f "$told"' EXIT
failed=
figures=
said='^[^ ].*: .*|passed|failed' # lines with a figure

soak 'kills, copies and models' "$python" -m pytest -q --timeout 3600 -p no:cacheprovider \
    tests/memory/test_kills.py tests/memory/test_crash.py tests/memory/test_two_stores.py \
    tests/jobs/test_night_machine.py tests/jobs/test_crash.py \
    tests/ui/test_sending.py tests/ui/test_idle_day.py "$@"
# Times: only a quiet machine holds them.
soak 'the memory at 1,000, 10,000 and 100,000 turns' env PYTHONPATH="$root" \
    "$python" tests/bench/bench_memory.py

echo "
The soak took $(($(date +%s) - began)) s.$figures
"
[ -z "$failed" ] || fail "These did not hold: $failed" "견디지 못했어요: $failed"
say 'All of it held.' '모두 견뎠어요.'
