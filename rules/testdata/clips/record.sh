#!/bin/sh
# Records what the real CLIPS prints for the programs of this directory.
#
#   ./record.sh            every program
#   ./record.sh NAME...    only these (without .clp)
#
# Writes NAME.out (standard output) and, when it is not empty, NAME.err
# (standard error). Each program runs in a fresh scratch directory that holds
# only a copy of it. CLIPS=PATH selects another binary.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
clips=${CLIPS:-clips}
if [ $# -eq 0 ]; then
	set -- $(cd "$here" && ls -- *.clp | sed 's/\.clp$//')
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
for name in "$@"; do
	rm -rf "$scratch/run"
	mkdir "$scratch/run"
	cp "$here/$name.clp" "$scratch/run/$name.clp"
	# Without a final (exit) CLIPS reaches its prompt and asks for ever: hence
	# the two limits.
	(cd "$scratch/run" && { LC_ALL=C timeout 10 "$clips" -f2 "$name.clp" </dev/null 2>"$scratch/err" ||
		: >"$scratch/failed"; } | head -c 1000000 >"$scratch/out")
	if [ -e "$scratch/failed" ] || grep -q 'CLIPS (6\.' "$scratch/out"; then
		rm -f "$scratch/failed"
		echo "$name: it failed or reached the prompt; nothing recorded" >&2
		bad=1
		continue
	fi
	mv "$scratch/out" "$here/$name.out"
	rm -f "$here/$name.err"
	if [ -s "$scratch/err" ]; then
		mv "$scratch/err" "$here/$name.err"
	fi
done
exit $bad
