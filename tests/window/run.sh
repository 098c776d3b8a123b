#!/usr/bin/env bash
# The real window, from start to quit: begin Mollwitz, move a unit, take it back, move it again, save, quit.
# What happened is read from the files the program writes, not from pictures; those are for people (target/window/).
#   run.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"
out=$(realpath ../..)/target/window
rm -rf "$out"
mkdir -p "$out"
export OBLIQUE_DATA=$out/data LIBGL_ALWAYS_SOFTWARE=1
auto=$OBLIQUE_DATA/saves/autosave.oblique
did='grep -c "Do(" '"$auto"' 2>/dev/null'
cat >"$out/steps" <<STEPS
pause 2
picture 1-home
keys ctrl+f
write Mollwitz
keys Return                      # asks who plays
pause 1
picture 2-new-game
press 505 167                    # Austria is played by a person too
keys Return                      # begins
until 40 test -s $auto
pause 2
picture 3-play
press 253 268                    # the light cavalry in D3
pause 1
picture 4-selected
press 287 325                    # goes to D4
until 20 test "\$($did)" = 1
picture 5-moved
keys ctrl+z
until 20 test "\$($did)" != 1
picture 6-undone
keys ctrl+y
until 20 test "\$($did)" = 1
keys ctrl+s
until 20 test "\$(ls $OBLIQUE_DATA/saves/*.oblique | wc -l)" -ge 2
picture 7-saved
keys ctrl+q                      # asks once: a battle is on
pause 1
picture 8-leaving
keys Return
gone 20
STEPS
bash drive.sh 1280x800 "$out/steps" "$out" -- "$program"
for save in "$OBLIQUE_DATA"/saves/*.oblique; do
  "$program" replay "$save"
done
grep -q 'Move' "$auto" || { echo "window: the move is not in the save" >&2; exit 1; }
echo "window: 1 passed, 0 failed"
