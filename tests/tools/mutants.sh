#!/usr/bin/env bash
# mutants.sh [--sample N] [--seed S] [--again] RULE-SYSTEM...: do the tests notice a change of the rules?
#
# Changes the rule chapters one place at a time (an operator, a constant, a function's result) and runs the rule
# system's own tests and its cases. Changes that no test notices are listed in target/mutants/RULE-SYSTEM/missed.txt.
# Needs `cargo install cargo-mutants --locked`. With --sample, N changes of each rule system chosen by the seed, else all;
# --again leaves out what was noticed in an earlier run.
set -euo pipefail
cd "$(dirname "$0")/../.."
sample=0 seed=1 again=() systems=()
while [ $# -gt 0 ]; do
  case $1 in
  --sample) sample=${2:?how many?}; shift 2 ;;
  --seed) seed=${2:?which seed?}; shift 2 ;;
  --again) again=(--iterate); shift ;;
  -*) echo "unknown: $1" >&2; exit 1 ;;
  *) systems+=("$1"); shift ;;
  esac
done
[ ${#systems[@]} -gt 0 ] || { echo "which rule systems?" >&2; exit 1; }
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

for id in "${systems[@]}"; do
  crate=${id//-/_}
  out=$target/mutants/$id
  mkdir -p "$out"
  # What is said, drawn and read from files is tested elsewhere; here it is the rules.
  what=(--package "$crate" --exclude '**/present/**' --exclude '**/lint.rs' --exclude '**/schema.rs'
    --exclude '**/evaluate.rs' --exclude '**/valid.rs' --exclude '**/tests/**' --exclude '**/compile/**')
  cargo mutants --list --line-col true "${what[@]}" >"$out/all.txt"
  if [ "$sample" -gt 0 ]; then
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' "$out/all.txt" | sort -n | sed -n "1,${sample}p" | cut -f2- >"$out/sample.txt"
    while IFS= read -r line; do
      what+=(--re "^$(printf '%s' "$line" | sed 's/[][\.*^$+?(){}|]/\\&/g')\$")
    done <"$out/sample.txt"
  fi
  # 2: some were missed, 3: some took too long; the lists say which.
  code=0
  env -u CARGO_TARGET_DIR cargo mutants "${what[@]}" "${again[@]}" --profile mutants --output "$out" \
    --timeout 240 --cargo-arg=--package=rule_tests --cargo-arg=--lib --cargo-arg=--test=cases >"$out/log.txt" 2>&1 || code=$?
  [ $code -eq 0 ] || [ $code -eq 2 ] || [ $code -eq 3 ] || { tail "$out/log.txt" >&2; exit $code; }
  lists=$out/mutants.out
  printf '%s: %d places, %d changed: %d noticed, %d missed, %d too slow, %d did not build\n' "$id" \
    "$(wc -l <"$out/all.txt")" "$(cat "$lists"/{caught,missed,timeout}.txt | wc -l)" \
    "$(wc -l <"$lists/caught.txt")" "$(wc -l <"$lists/missed.txt")" "$(wc -l <"$lists/timeout.txt")" "$(wc -l <"$lists/unviable.txt")"
  cp "$lists/missed.txt" "$out/missed.txt"
  cat "$out/missed.txt"
done
