#!/usr/bin/env bash
# What a newcomer does first, in the real window at 1280 by 800: a shot by hover and button in the guided battle, Frederick's march
# with his army in two clicks, ten names typed in a row on a new map. What happened is read from the files the program
# writes; the pictures are for people (target/window-first-hour/).
#   first_hour.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"
here=$PWD
failed=0

shot() {
  echo "pause 2"; echo "press 150 406"; echo "pause 2"            # the guided battle
  echo "press 90 249"; echo "pause 1"                              # without its guide
  echo "press 397 508"; echo "point 397 345"; echo "pause 1.5"    # the guns, then a rest over the enemy
  echo "picture 1-hover"
  echo "point 700 300"; echo "point 1110 500"; echo "picture 2-on-the-way"
  echo "press 1110 580"                                            # the button is still there
  echo "until 30 grep -q 'Fire(unit' $OBLIQUE_DATA/saves/autosave*.oblique"
  echo "picture 3-fired"
}

march() {
  echo "pause 2"; echo "keys ctrl+f"; echo "write 1757"; echo "keys Return"; echo "pause 2"; echo "keys Return"; echo "pause 6"
  echo "picture 1-opened"
  echo "keys F10"; echo "pause 1"; echo "keys 1"                  # garrisons of one point
  echo "until 60 grep -q 'SetUpRest' $OBLIQUE_DATA/saves/autosave*.oblique"; echo "pause 4"
  echo "keys Return"; echo "pause 1"; echo "picture 2-set-up"
  echo "press 93 208"; echo "pause 1"; echo "picture 3-reach"     # Frederick on top of the pile in Dresden
  echo "point 700 620"; echo "press 132 246"                      # off the open stack, then the hex beside it
  echo "until 30 grep -q 'Take(.*Step(.*Stop(' <(tr -d '\n' <$OBLIQUE_DATA/saves/autosave.oblique)"
  echo "picture 4-marched"
}

names() {
  local i=0 n
  echo "pause 2"; echo "keys ctrl+n"; echo "pause 2"; echo "write Names"; echo "keys Return"; echo "pause 3"; echo "keys t"
  for n in Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa; do
    echo "press $((340 + i % 5 * 120)) $((300 + i / 5 * 120))"; echo "write $n"; echo "keys Return"; i=$((i + 1))
  done
  echo "until 20 test \$(grep -ho 'text: \"[A-Z][a-z]*\"' $OBLIQUE_DATA/journal/*/*.ron | wc -l) = 10"
  echo "picture 1-names"
}

try() {
  local out; out=$(realpath "$here/../..")/target/window-first-hour/$1
  rm -rf "$out"; mkdir -p "$out"
  export OBLIQUE_DATA=$out/data LIBGL_ALWAYS_SOFTWARE=1
  "$1" >"$out/steps"
  if bash drive.sh 1280x800 "$out/steps" "$out" -- "$program"; then
    echo "first hour: $1 went as it should"
  else
    echo "first hour: $1 failed; see $out" >&2; failed=$((failed + 1))
  fi
}

try shot
try march
try names
[ "$failed" = 0 ] || exit 1
echo "window: 3 passed, 0 failed"
