#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Collects a corpus of solver queries: runs cornet on tasks of Horn sets with --dump-queries and
# keeps an even sample of what each run asks, whoever answers it.
#
#   tools/collect-queries.sh CORNET OUT SET...
#
# CORNET is the program, OUT a folder outside of the repository, SET a file with one task definition
# per line, relative to it, as for 'cornet bench'. Settings, with their defaults:
#
#   STRIDE=3         take every third task of a set
#   SECONDS_EACH=3   time for one run
#   CHECKS=9         satisfiability queries kept per run
#   TREES=6          interpolation queries kept per run
#   ENGINES="lawi predabs imc"   engines, used in turn
set -eu
cornet=$1 out=$2
shift 2
: "${STRIDE:=3}" "${SECONDS_EACH:=3}" "${CHECKS:=9}" "${TREES:=6}" "${ENGINES:=lawi predabs imc}"
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# keep KIND COUNT PREFIX: moves COUNT files of the kind, evenly spread, to the corpus.
keep() {
	ls "$scratch" 2>/dev/null | grep -- "-$1.smt2\$" | awk -v count="$2" '
		{ file[NR] = $0 }
		END {
			n = NR < count ? NR : count
			for (i = 0; i < n; i++) print file[int((2*i + 1) * NR / (2*n)) + 1]
		}' | while read -r f; do mv "$scratch/$f" "$out/$3-$f"; done
}

for set in "$@"; do
	folder=$(dirname "$set")
	name=$(basename "$set" .set)
	number=0
	while read -r task; do
		number=$((number + 1))
		[ $((number % STRIDE)) -eq 0 ] || continue
		input=$(sed -n "s/^input_files: *//p" "$folder/$task" | tr -d "'\"")
		file=$(dirname "$folder/$task")/$input
		set -- $ENGINES
		shift $((number / STRIDE % $#))
		for engine in "$1" predabs; do # the second where the first does not take the system
			find "$scratch" -type f -delete
			timeout -k 2 $((SECONDS_EACH * 4)) "$cornet" --engine "$engine" --timeout "$SECONDS_EACH" \
				--dump-queries "$scratch" --reproducers "$scratch" "$file" >/dev/null 2>&1 || true
			[ -z "$(ls "$scratch")" ] || break
		done
		keep check "$CHECKS" "$(printf '%s-%04d-%s' "$name" "$number" "$engine")"
		keep interpolate "$TREES" "$(printf '%s-%04d-%s' "$name" "$number" "$engine")"
	done <"$set"
done
echo "$(ls "$out" | grep -c -- '-check.smt2$') checks, $(ls "$out" | grep -c -- '-interpolate.smt2$') interpolation queries in $out"
