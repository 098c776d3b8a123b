#!/usr/bin/env bash
# compare_speed.sh OTHER-TREE [rules|screens] [ROUNDS]: is this tree slower than another one?
#
# Builds the same bench in both trees, runs the two in turn (3 rounds unless told otherwise) and prints the best
# figure of either with the ratio: above 1, this tree is slower. All figures are processor time. The other tree is
# copied first and gets this tree's way of measuring; it is not changed itself. `rules` builds no screen.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
other=$(cd "${1:?which other tree?}" && pwd)
part=${2:-rules}; rounds=${3:-3}
target=$(cd "$here" && cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
copy=$target/compared/tree
mkdir -p "$copy"

# With their times, so that a second run builds little.
tar -C "$other" --exclude ./target --exclude ./.git -cf - . | tar -C "$copy" -xf -
way=$here/tests/rules/benches/rules
rustix='rustix = { version = "1", default-features = false, features = ["std", "time"] }'
need_rustix() { # in the manifest $1
  grep -q '^rustix' "$1" && return
  grep -q '^\[dev-dependencies\]' "$1" || printf '\n[dev-dependencies]\n' >>"$1"
  sed -i "s/^\[dev-dependencies\]/&\n$rustix/" "$1"
}

case $part in
rules)
  ours=(-p rule_tests --bench rules)
  if [ -d "$copy/tests/rules/benches/rules" ]; then
    cp "$way"/*.rs "$copy/tests/rules/benches/rules/"
    theirs=("${ours[@]}")
  else # an example, so that nothing but the engine is built
    crate=engine; [ -d "$copy/engine/registry" ] && crate=engine/registry
    mkdir -p "$copy/$crate/examples/rules_speed"
    cp "$way"/*.rs "$copy/$crate/examples/rules_speed/"
    need_rustix "$copy/$crate/Cargo.toml"
    theirs=(-p "$(basename $crate)" --example rules_speed --release)
    measure=$copy/$crate/examples/rules_speed/main.rs
    [ $crate = engine ] && sed -i 's/^use registry::Registry;/use engine::rules::Registry;/' "$measure"
    if ! grep -rqs 'fn view(' "$copy/engine/src/game"; then # before a seat had a view of its own
      sed -i -E 's/let view = game\.view\(seat\);/let view = \&game;/; s/view\.overlay\(/view.overlay(seat, /; s/game\.view\(seat\)\.(\w+)\(\)/game.\1(seat)/; s/game\.view\(seat\)\.(\w+)\(/game.\1(seat, /' "$measure"
    fi
  fi ;;
screens)
  ours=(-p tests --bench ratios); theirs=("${ours[@]}")
  bench=$copy/tests/benches/ratios
  if grep -q '^mod rules;' "$bench/main.rs"; then # before the rules had a bench of their own
    cp "$way/common.rs" "$bench/"
    need_rustix "$copy/tests/Cargo.toml"
    sed -i 's/use std::time::{Duration, Instant};/use crate::common::ProcessorTime;\nuse std::time::Duration;/; s/Instant::now()/ProcessorTime::now()/' "$bench/editing.rs"
    sed -i '/^mod rules;/d; /rules::run();/d' "$bench/main.rs"
  else
    cp "$way/common.rs" "$copy/tests/rules/benches/rules/"
  fi ;;
*) echo "rules or screens, not $part" >&2; exit 1 ;;
esac

built() { # the program of the tree $1, built into $2
  local tree=$1 into=$2; shift 2
  local how=build; [[ " $* " = *" --bench "* ]] && how="bench --no-run"
  (cd "$tree" && CARGO_TARGET_DIR=$into cargo $how "$@" --message-format json-render-diagnostics) |
    sed -n 's/.*"kind":\["\(bench\|example\)"\].*"executable":"\([^"]*\)".*/\2/p'
}
our_program=$(built "$here" "$target" "${ours[@]}")
their_program=$(built "$copy" "$target/compared/target" "${theirs[@]}")
[ -x "$our_program" ] && [ -x "$their_program" ] || { echo "a bench was not built" >&2; exit 1; }

for ((i = 0; i < rounds; i++)); do
  (cd "$copy/tests" && "$their_program") | sed 's/^/theirs /'
  (cd "$here/tests" && "$our_program") | sed 's/^/ours /'
done | awk -F ' *[|] *' '
  function value(s,  p, n) { # nanoseconds; of a rate, those of one
    split(s, p, " "); n = p[1] + 0
    if (p[2] == "M/s") return n > 0 ? 1000 / n : 0
    return n * (p[2] == "ms" ? 1e6 : p[2] == "µs" ? 1e3 : 1)
  }
  /last positions/ { sub(/ /, ": "); ends[$0]++ }
  NF < 5 || $2 == "what" || $2 ~ /^-+$/ { next }
  { who = $1; name = $2
    # A row without a subject of its own belongs to the row before.
    if (name ~ /^(the same|save the same|editor: the slowest)/) name = last[who] ", " name; else last[who] = name
    gsub(/[0-9]+ bytes|[0-9]+ k vertices/, "#", name)
    v = value($3); if (!((who, name) in least) || v < least[who, name]) { least[who, name] = v; text[who, name] = $3 }
    if (!(name in seen)) { seen[name] = 1; order[++n] = name } }
  END { print "| what | other tree | this tree | time, this / other |"; print "|---|---|---|---|"
    for (i = 1; i <= n; i++) { k = order[i]; ratio = "–"
      if (("ours", k) in least && ("theirs", k) in least && least["theirs", k] > 0)
        ratio = sprintf("%.2f", least["ours", k] / least["theirs", k])
      print "| " k " | " text["theirs", k] " | " text["ours", k] " | " ratio " |" }
    for (e in ends) print e }'
