#!/usr/bin/env bash
# mutants.sh [--sample N] [--seed S] RULE-SYSTEM...: do the tests notice a change of the rules?
#
# Changes the rule chapters one place at a time (an operator, a constant, a function's result). All rule cases are played
# first, since they build quickest; a change they miss is given to the rule system's own tests. What neither notices is
# printed and listed in target/mutants/missed.txt. Needs `cargo install cargo-mutants --locked`. With --sample, N
# changes of each rule system chosen by the seed, and every field of a struct left out in the same files; else all.
set -euo pipefail
cd "$(dirname "$0")/../.."
sample=0 seed=1 systems=()
while [ $# -gt 0 ]; do
  case $1 in
  --sample) sample=${2:?how many?}; shift 2 ;;
  --seed) seed=${2:?which seed?}; shift 2 ;;
  -*) echo "unknown: $1" >&2; exit 1 ;;
  *) systems+=("$1"); shift ;;
  esac
done
[ ${#systems[@]} -gt 0 ] || { echo "which rule systems?" >&2; exit 1; }
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
out=$target/mutants
mkdir -p "$out"
rm -rf "$out"/mutants.out* "$out"/sample.txt

# What is said, drawn and read from files is tested elsewhere; here it is the rules.
what=(--exclude '**/present/**' --exclude '**/lint.rs' --exclude '**/schema.rs' --exclude '**/fields*' --exclude '**/data*'
  --exclude '**/evaluate.rs' --exclude '**/first_evaluate.rs' --exclude '**/advice.rs' --exclude '**/valid.rs' --exclude '**/bounds.rs' --exclude '**/words.rs'
  --exclude '**/tests/**' --exclude '**/compile/**' --exclude '**/compile.rs')
packages=()
for id in "${systems[@]}"; do
  packages+=(--package "${id//-/_}")
  cargo mutants --list --line-col true --package "${id//-/_}" "${what[@]}" >"$out/$id.txt"
  [ "$sample" -gt 0 ] || continue
  awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' "$out/$id.txt" | sort -n | sed -n "1,${sample}p" | cut -f2- >>"$out/sample.txt"
done
if [ "$sample" -gt 0 ]; then
  while IFS= read -r line; do
    what+=(--re "^$(printf '%s' "$line" | sed 's/[][\.*^$+?(){}|]/\\&/g')\$")
  done <"$out/sample.txt"
  # cargo-mutants 27 leaves out a field of a struct wherever it may, whatever is asked for: in these files only.
  while IFS= read -r file; do what+=(--file "$file"); done < <(cut -d: -f1 "$out/sample.txt" | sort -u)
fi

# Tries the changes that no run has noticed yet. A target folder that stays: the crates of others are built once.
try() { # into the log $1, with the tests $2...
  local log=$1 code=0; shift
  # 2: some were missed, 3: some took too long; the lists say which.
  CARGO_TARGET_DIR=$out/target CARGO_INCREMENTAL=1 cargo mutants "${packages[@]}" "${what[@]}" --iterate --baseline skip --timeout 240 \
    --profile mutants --output "$out" --cargo-arg=--package=rule_tests "$@" >"$out/$log.txt" 2>&1 || code=$?
  [ $code -eq 0 ] || [ $code -eq 2 ] || [ $code -eq 3 ] || { tail "$out/$log.txt" >&2; exit $code; }
  cat "$out/mutants.out/caught.txt" >>"$out/caught.txt"
  cat "$out/mutants.out/unviable.txt" >>"$out/unviable.txt"
}
: >"$out/caught.txt"
: >"$out/unviable.txt"
try cases --cargo-arg=--test=cases
try own --cargo-arg=--lib --cargo-arg=--test=cases

lists=$out/mutants.out
cp "$lists/missed.txt" "$out/missed.txt"
for id in "${systems[@]}"; do
  count() { grep -c "engine/$id/" "$1" || true; }
  printf '%s: %d places, %d noticed, %d missed, %d too slow, %d did not build\n' "$id" "$(wc -l <"$out/$id.txt")" \
    "$(count "$out/caught.txt")" "$(count "$out/missed.txt")" "$(count "$lists/timeout.txt")" "$(count "$out/unviable.txt")"
done
cat "$out/missed.txt"
