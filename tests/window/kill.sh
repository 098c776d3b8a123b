#!/usr/bin/env bash
# The program is killed in the middle of work in the editor, on a document with a file and on one without. The next start
# offers both, and at most five seconds of work are lost.
#   kill.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"
out=$(realpath ../..)/target/window-kill
rm -rf "$out"
mkdir -p "$out"
export OBLIQUE_DATA=$out/data LIBGL_ALWAYS_SOFTWARE=1
journal=$OBLIQUE_DATA/journal
saved=$OBLIQUE_DATA/own/scenarios/kept.ron
# Painted hexes: all but the first terrain of the legend.
cat >"$out/first" <<STEPS
pause 2
keys ctrl+n
pause 1
write Kept
keys Return                       # a new document
pause 2
keys b
drag 560 300 760 300              # the first stroke
until 5 grep -qs 'title: "Kept"' $journal/*/*.ron
picture 1-unnamed
keys ctrl+s
pause 1
picture 2-where
keys Return                       # to the file offered
until 10 test -s $saved
pause 1
drag 560 420 760 420              # changed since it was saved
until 5 grep -qs 'kept by the editor for: /' $journal/*/*.ron
keys ctrl+n
pause 1
write Second
keys Return
pause 2
keys b
drag 560 360 760 360
until 5 grep -qs 'title: "Second"' $journal/*/*.ron
picture 3-both
crash
STEPS
bash drive.sh 1280x800 "$out/first" "$out" -- "$program"
cp -r "$journal" "$out/as-left"
cat >"$out/second" <<STEPS
pause 2
picture 4-offered
keys Return                       # recover all
pause 2
picture 5-recovered
until 10 test "\$(grep -ls 'title: "Kept"' $journal/*/*.ron | wc -l)" = 1
until 10 test "\$(grep -ls 'title: "Second"' $journal/*/*.ron | wc -l)" = 1
crash
STEPS
bash drive.sh 1280x800 "$out/second" "$out" -- "$program"
# What is kept anew is what was left, letter by letter.
sum() { cat "$1"/*/*.ron | sort | cksum; }
[ "$(sum "$out/as-left")" = "$(sum "$journal")" ] || { echo "window: what was recovered differs" >&2; exit 1; }
cmp -s "$saved" <(tail -n +2 "$(grep -ls 'title: "Kept"' "$journal"/*/*.ron)") && { echo "window: the unsaved stroke is not there" >&2; exit 1; }
echo "window: 1 passed, 0 failed"
