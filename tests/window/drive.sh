#!/usr/bin/env bash
# Plays a list of steps on a program in a real window on a screen of its own (Xvfb), as a person with mouse and keyboard would.
#   drive.sh WIDTHxHEIGHT STEPS PICTURES -- PROGRAM [ARGS...]
# Steps, one a line, # for remarks:
#   pause SECONDS | point X Y | press X Y | drag X1 Y1 X2 Y2 | wheel X Y N | keys KEY... | write TEXT
#   picture NAME | until SECONDS COMMAND (waits until the shell command succeeds) | gone SECONDS (the program must end by itself)
#   crash (the program is killed, the steps end)
# Any step that fails ends the run with 1, and a last picture is taken.
set -u
size=$1 steps=$2 pictures=$3
shift 4
mkdir -p "$pictures"
for tool in Xvfb xdotool import; do
  command -v "$tool" >/dev/null || { echo "drive: $tool is missing; on Debian: apt-get install xvfb xdotool imagemagick" >&2; exit 2; }
done
screen=70
while [ -e "/tmp/.X$screen-lock" ] || [ -e "/tmp/.X11-unix/X$screen" ]; do screen=$((screen + 1)); done
Xvfb ":$screen" -screen 0 "${size}x24" -nolisten tcp >/dev/null 2>&1 &
server=$!
export DISPLAY=":$screen"
unset WAYLAND_DISPLAY WAYLAND_SOCKET
program=
finish() { [ -z "$program" ] || kill "$program" 2>/dev/null; kill "$server" 2>/dev/null; wait 2>/dev/null; }
trap finish EXIT
tries=0
until xdotool getdisplaygeometry >/dev/null 2>&1; do
  tries=$((tries + 1)); [ $tries -lt 100 ] || { echo "drive: no screen" >&2; exit 1; }
  sleep 0.1
done
"$@" &
program=$!
window=
for _ in $(seq 300); do
  window=$(xdotool search --onlyvisible --pid "$program" 2>/dev/null | tail -n 1)
  [ -z "$window" ] || break
  kill -0 "$program" 2>/dev/null || { echo "drive: the program ended before it showed a window" >&2; exit 1; }
  sleep 0.2
done
[ -n "$window" ] || { echo "drive: no window appeared within a minute" >&2; exit 1; }
xdotool windowmove "$window" 0 0 windowsize "$window" "${size%x*}" "${size#*x}" 2>/dev/null
xdotool windowfocus "$window" 2>/dev/null
sleep 1

fail() { echo "drive: $*" >&2; import -window root "$pictures/failed.png" 2>/dev/null; exit 1; }
alive() { kill -0 "$program" 2>/dev/null; }

while IFS= read -r line; do
  line=${line%%#*}
  read -r verb rest <<<"$line"
  [ -n "${verb:-}" ] || continue
  [ "$verb" = gone ] || alive || fail "the program ended before: $line"
  set -- ${rest:-}
  case $verb in
    pause) sleep "$1" ;;
    point) xdotool mousemove "$1" "$2"; sleep 0.2 ;;
    # Down and up at once: where a frame takes long, a press held over two of them is no click any more.
    press) xdotool mousemove "$1" "$2"; sleep 0.25; xdotool click 1; sleep 0.3 ;;
    drag)
      xdotool mousemove "$1" "$2" mousedown 1
      for i in 1 2 3 4 5 6; do xdotool mousemove $(($1 + ($3 - $1) * i / 6)) $(($2 + ($4 - $2) * i / 6)); sleep 0.05; done
      xdotool mouseup 1; sleep 0.3 ;;
    wheel) xdotool mousemove "$1" "$2"; b=5; n=$3; [ "$n" -ge 0 ] || { b=4; n=$((-n)); }; xdotool click --repeat "$n" --delay 40 $b; sleep 0.2 ;;
    keys) for k in "$@"; do xdotool key --clearmodifiers "$k"; sleep 0.25; done ;;
    write) xdotool type --delay 25 -- "$rest"; sleep 0.3 ;;
    picture) sleep 0.4; import -window root "$pictures/$1.png" || fail "no picture" ;;
    until)
      limit=$1; shift; n=0
      until bash -c "$*"; do n=$((n + 1)); [ $n -lt $((limit * 5)) ] || fail "not within $limit s: $*"; alive || fail "the program ended while waiting for: $*"; sleep 0.2; done ;;
    crash) kill -9 "$program"; wait "$program" 2>/dev/null; program=; exit 0 ;;
    gone)
      n=0
      while alive; do n=$((n + 1)); [ $n -lt $(($1 * 5)) ] || fail "the program did not end"; sleep 0.2; done
      wait "$program"; code=$?; program=
      [ "$code" = 0 ] || fail "the program ended with $code" ;;
    *) fail "unknown step: $line" ;;
  esac
done <"$steps"
