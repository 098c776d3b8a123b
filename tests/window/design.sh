#!/usr/bin/env bash
# As a new user would, in the real window: from New to a battle of one's own on 20 by 15 hexes
# with a river and its crossing, hills, two armies with leaders, reinforcements on turn 3 and a way to win; then F5, and one
# full turn. What happened is read from the files the program writes; clicks and keys are counted, at most 250.
# One battle of rules in which water fills hexes (Hold the Line), one in which it runs along sides (Frederick the Great).
#   design.sh PROGRAM
set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"
here=$PWD
most=250
failed=0

# Hexes of the sheet as it lies in a window of 1280 by 800: column and row from 0.
at() { echo "$(( (2871 + 313 * $1 + ($2 % 2) * 156) / 10 )) $(( (2294 + 271 * $2) / 10 ))"; }
press() { echo "press $*"; echo "pause 0.4"; }
# Where three hexes meet, or two sides of the middle of a side.
corner() {
  local a b c
  a=($(at "$1" "$2")); b=($(at "$3" "$4")); c=($(at "$5" "$6"))
  echo "$(( (a[0] + b[0] + c[0]) / 3 )) $(( (a[1] + b[1] + c[1]) / 3 ))"
}
hex() { press $(at "$1" "$2"); }
line() { echo "drag $(at "$1" "$2") $(at "$3" "$4")"; echo "pause 0.6"; }
number() { press "$1" "$2"; echo "pause 0.8"; echo "write $3"; echo "keys Return"; echo "pause 0.6"; }

# A click, a stroke, a key and a letter typed count one each.
count() { awk '$1=="press"||$1=="drag"||$1=="wheel"{n++} $1=="keys"{n+=NF-1} $1=="write"{sub(/^write /,"");n+=length($0)} END{print n+0}' "$1"; }

# The battle of rules in which water fills hexes.
tactical() {
  echo "write Ford"; echo "keys Return"; echo "pause 3"; echo "picture 1-sheet"
  echo "keys b"; press 150 225; echo "drag 576 229 576 609"; echo "pause 0.6"   # waterway
  press 150 265; hex 9 7                                # bridge
  press 150 385; line 3 3 5 3                           # hills
  echo "until 20 grep -q hill $journal/*/*.ron"
  echo "picture 2-ground"
  echo "keys u"; echo "pause 1"
  press 150 257; for r in 6 7 8 9; do hex 2 $r; done    # infantry
  press 150 497; number 158 641 1; hex 2 7              # its commander
  press 195 142; echo "pause 1"; press 182 211; echo "pause 0.6"
  press 150 257; for r in 6 7 8 9; do hex 16 $r; done
  press 150 497; number 158 641 1; hex 16 7
  echo "until 20 test \$(grep -c 'kind: \"infantry\"' $journal/*/*.ron) = 8"
  press 195 142; echo "pause 1"; press 182 177; echo "pause 0.6"
  press 1015 185; press 980 463; echo "pause 1"; press 996 117; echo "pause 1"     # one more, off the map
  echo "picture 3-armies"
  echo "keys a"; echo "pause 1"; press 150 199; echo "pause 0.6"; echo "write West"; echo "keys Return"; echo "pause 1"
  line 0 5 0 9
  echo "until 20 grep -q 'id: \"west\"' $journal/*/*.ron"
  echo "keys ctrl+2"; echo "pause 1"; press 998 406; echo "pause 1"; press 967 443; echo "pause 1"
  number 1078 641 3
  echo "until 20 grep -q 'Turn(3)' $journal/*/*.ron"
  echo "picture 4-schedule"
  echo "keys ctrl+3"; echo "pause 1"; press 1010 230; echo "pause 1"; press 1010 265; echo "pause 1"
  echo "until 20 grep -q 'kind: \"points\"' $journal/*/*.ron"
  echo "picture 5-victory"
  echo "keys F5"; echo "pause 4"; echo "picture 6-playtest"
  for side in 1 2; do echo "keys F10"; echo "pause 1"; echo "keys 1"; echo "pause 1"; echo "keys Return"; echo "pause 2"; done
  echo "picture 7-turn-2"
}

# The campaign of rules in which rivers run along sides: depots are what feeds an army, fortresses what wins.
operational() {
  press 560 183; echo "pause 0.6"; press 560 254; echo "pause 0.6"        # the rules
  press 560 217; echo "write Elbe"; echo "keys Return"; echo "pause 3"; echo "picture 1-sheet"
  echo "keys h"; press 150 146
  echo "drag $(corner 9 1 10 1 10 2) $(corner 9 12 10 12 9 13)"; echo "pause 1"   # river
  press 150 227; press $(corner 4 9 5 9 5 9)            # mountain pass
  echo "keys b"; press 150 226; line 3 3 5 3            # mountains
  echo "until 20 grep -q mountain $journal/*/*.ron"
  echo "picture 2-ground"
  echo "keys u"; echo "pause 1"
  press 150 259; for r in 6 7 8 9; do hex 2 $r; done    # strength points
  press 150 299; press 194 453; echo "write Keith"; hex 2 7
  press 150 339; press 72 490; hex 2 7                  # a depot supplied from beyond the map
  press 195 142; echo "pause 1"; press 182 213; echo "pause 0.6"
  press 150 259; for r in 6 7 8 9; do hex 16 $r; done
  press 150 299; press 194 453; echo "write Daun"; hex 16 7
  press 150 339; press 72 490; hex 16 7
  press 150 379; hex 11 7                               # the fortress they fight for
  echo "until 20 grep -q 'kind: \"fortress\"' $journal/*/*.ron"
  press 195 142; echo "pause 1"; press 182 178; echo "pause 0.6"
  press 150 259; hex 1 2; echo "wheel 1090 600 10"; echo "pause 1"; press 1240 529; echo "pause 1"   # off the map
  echo "picture 3-armies"
  echo "keys ctrl+2"; echo "pause 1"; press 998 406; echo "pause 1"; press 967 443; echo "pause 1"
  number 1077 626 3; press 1130 660; echo "write 0802"; echo "keys Return"; echo "pause 1"
  echo "until 20 grep -q 'Turn(3)' $journal/*/*.ron"
  echo "picture 4-schedule"
  echo "keys F5"; echo "pause 4"; echo "picture 5-playtest"
  for side in 1 2; do
    echo "keys F10"; echo "pause 1"; echo "keys Return"; echo "pause 2"; echo "keys F10"; echo "pause 2"
  done
  echo "picture 6-turn-2"
}

try() { # name, steps
  name=$1
  out=$(realpath "$here/../..")/target/window-design/$name
  rm -rf "$out"; mkdir -p "$out"
  export OBLIQUE_DATA=$out/data LIBGL_ALWAYS_SOFTWARE=1
  journal=$OBLIQUE_DATA/journal
  { echo "pause 3"; echo "keys ctrl+n"; echo "pause 2"; "$2"; } >"$out/made"
  n=$(count "$out/made")
  # Saving the match and leaving are no part of the way.
  { cat "$out/made"; echo "keys ctrl+s"; echo "until 20 ls $OBLIQUE_DATA/saves/*.oblique"; echo "pause 1"; } >"$out/steps"
  if bash drive.sh 1280x800 "$out/steps" "$out" -- "$program" && "$program" replay "$OBLIQUE_DATA"/saves/*.oblique >"$out/replay" \
    && grep -q ', 2 of ' "$out/replay" && [ "$n" -le $most ]; then
    echo "design: $name: $n clicks and keys from New to turn 2"
  else
    echo "design: $name failed after $n clicks and keys; see $out" >&2; failed=$((failed + 1))
  fi
}

try tactical tactical
try operational operational
[ "$failed" = 0 ] || exit 1
echo "window: 2 passed, 0 failed"
