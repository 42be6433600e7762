// SPDX-License-Identifier: Apache-2.0

package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The files of a certificate in addition to the conditions.
const (
	ScriptFile     = "check.sh"
	ClausesFile    = "clauses.smt2"
	ModelFile      = "model.txt"
	RefutationFile = "refutation.txt"
	ProofFile      = "refutation.alethe"
	OutlineFile    = "outline.md"
	AxiomsFile     = "axioms.rare"
)

// ownFile matches the names of the files of certificates.
var ownFile = regexp.MustCompile(`^([0-9]{4,}\.(smt2|alethe)|check\.sh|clauses\.smt2|model\.txt|refutation\.(txt|alethe)|unwinding\.txt|formula\.(cnf|lrat)|outline\.md|axioms\.rare)$`)

// scriptHead is the beginning of each script. It identifies folders with certificates.
const scriptHead = `#!/bin/sh
# Checks a certificate of Cornet with Carcara, https://github.com/ufmg-smite/carcara.
# CARCARA may name the program. SOLVER may name a solver that reads SMT-LIB, for conditions without a proof.
cd "$(dirname "$0")" || exit 2
set -- ${CARCARA:-carcara}
command -v "$1" >/dev/null || { echo "$1 is missing: build it from ufmg-smite/carcara, or name it in CARCARA"; exit 2; }
`

// Prepare makes the folder of a certificate. An existing folder must be empty, or contain a
// certificate, which is removed: otherwise parts of another answer could be mistaken for parts of
// this one.
func Prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	old, err := os.ReadFile(filepath.Join(dir, ScriptFile))
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case !bytes.HasPrefix(old, []byte(scriptHead)) && !bytes.HasPrefix(old, []byte(checkLRAT)):
		return fmt.Errorf("%s has files that are of no certificate: name a new folder", dir)
	}
	for _, e := range entries {
		if ownFile.MatchString(e.Name()) {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeScript(dir, text string) error {
	return os.WriteFile(filepath.Join(dir, ScriptFile), []byte(scriptHead+text), 0o755)
}

// writeAxioms writes a file that declares to Carcara the rules that proofs use and Alethe does not
// have. If there are no such rules, it writes no file.
func writeAxioms(dir string, rules []string) error {
	if len(rules) == 0 {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, AxiomsFile), []byte(strings.Join(rules, "")), 0o644)
}

// unread is a shell pattern for Carcara's message about files that it cannot read. Carcara also
// prints invalid in this case.
const unread = `*"parser error: "*|*"IO error: "*`

// checkConditions is a script for conditions with these names.
func checkConditions(names []string) string {
	var list strings.Builder
	for i, n := range names {
		if i > 0 && i%16 == 0 {
			list.WriteByte('\n')
		} else if i > 0 {
			list.WriteByte(' ')
		}
		list.WriteString(n)
	}
	return `conditions="` + list.String() + `"
valid=0 solved=0 open=0 bad=0 unread=0
set -- "$@" check
[ ! -e ` + AxiomsFile + ` ] || set -- "$@" --rare-file ` + AxiomsFile + `
for c in $conditions; do
	if [ ! -e "$c.smt2" ]; then
		echo "$c.smt2: missing"
		bad=$((bad + 1))
	elif [ ! -e "$c.alethe" ] && [ -n "$SOLVER" ] && [ "$($SOLVER "$c.smt2" 2>&1)" = unsat ]; then
		solved=$((solved + 1))
	elif [ ! -e "$c.alethe" ]; then
		echo "$c.smt2: no proof"
		open=$((open + 1))
	else
		answer=$("$@" "$c.alethe" "$c.smt2" 2>&1)
		case "$answer" in
		valid) valid=$((valid + 1)) ;;
		` + unread + `)
			echo "$c.smt2: Carcara cannot read it or its proof"
			unread=$((unread + 1)) ;;
		*)
			echo "$c.smt2: the proof is not valid"
			bad=$((bad + 1)) ;;
		esac
	fi
done
[ -z "$SOLVER" ] || echo "$solved without a proof, decided by $SOLVER"
[ "$unread" = 0 ] || echo "$unread that Carcara cannot read: nothing is known about them"
[ ! -e ` + AxiomsFile + ` ] || echo "$(cat ./*.alethe | grep -c rare_rewrite) steps rest on ` + AxiomsFile + `"
echo "$valid valid, $open without a proof, $bad invalid"
[ "$open" = 0 ] && [ "$bad" = 0 ] && [ "$unread" = 0 ]
`
}

// checkRefutation is a script for a refutation. If steps have the rule hole, Carcara prints holey
// and further text.
const checkRefutation = `set -- "$@" check
if [ -e ` + AxiomsFile + ` ]; then
	set -- "$@" --rare-file ` + AxiomsFile + `
	echo "$(grep -c rare_rewrite ` + ProofFile + `) steps rest on ` + AxiomsFile + `"
fi
answer=$("$@" --expand-let-bindings --apply-function-defs ` + ProofFile + ` ` + ClausesFile + ` 2>&1)
case "$answer" in
` + unread + `) echo "Carcara cannot read the refutation or its clauses: $answer" ;;
*) echo "the refutation is $answer" ;;
esac
[ "$answer" = valid ]
`
