// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// order states the architecture, from the ground up. Steps of a floor are separated by <. A package
// may import all lower floors, the earlier steps of its floor, and packages of its own entry. So
// engines do not import each other. A name with /... represents the folder and all below it. Test
// files are exempt, since they may import solvers and validators as oracles.
const order = `
ground:     internal/...
terms:      logic/...
texts:      smtlib
systems:    horn < horn/hints horn/cache horn/refinement horn/btor2 horn/existential
programs:   encode/ieee < encode/cfg < encode/pointsto encode/properties encode/scalar encode/threads < encode/lower encode/expr encode/exec encode/cc/... < encode/chc < encode/witness encode/simulate
solvers:    smt smt/sat/... < smt/lra/... smt/euf/... smt/itp/... smt/project/... smt/linearize smt/intblast smt/abstraction < smt/lia/... smt/bits/... smt/query < smt/native/... smt/z3/... smt/process/... < smt/backends
validation: proof/lrat proof/alethe proof/checker horn/recursion < horn/unwinding horn/check/... proof/refutation proof/condition horn/its < horn/termination proof/certificate horn/format < proof/judge
passes:     horn/absint horn/transform/pass < horn/transform/lift horn/transform/intblast horn/transform/cellmorph horn/transform/catamorphism < horn/transform/passes < horn/transform
engines:    engines/kernel engines/reproducer engines/schedule < engines/exchange engines/transition engines/edited < engines/induction engines/symbolic engines/unwind engines/ic3/... engines/regular engines/lawi/... engines/predabs/... engines/pdr/... engines/bmc/... engines/imc/... engines/trl/... engines/kind/... < engines/reduction < engines < engines/termination
answers:    verify < .
servers:    server/session < server/personality server/lsp
tools:      bench/... internal/test/... < tools/... cmd/...
`

// apart lists packages that import almost nothing else. Some check the results of others and must
// not depend on them. Others are read on their own.
var apart = map[string][]string{
	"proof/lrat":       {},
	"proof/checker":    {"smtlib"},
	"proof/alethe":     {},
	"smt/sat/...":      {"smt/sat/...", "internal/..."},
	"smt/lra/...":      {"smt/lra/...", "internal/..."},
	"horn/check/...":   {"horn/check/...", "horn/recursion", "logic", "smtlib", "smt", "horn", "internal/..."},
	"horn/unwinding":   {"proof/lrat", "logic", "smt/bits", "smt/sat", "horn", "internal/..."},
	"horn/termination": {"horn", "horn/check", "logic", "smtlib", "internal/..."},
	"bench/...":        {"bench/...", "smt/...", "logic", "smtlib", "internal/..."},
}

// rule gives the allowed imports of the packages of an entry.
type rule struct {
	entry   string
	allowed []string
}

// rules reads the order.
func rules() (z []rule) {
	var below []string
	for _, floor := range strings.Split(strings.TrimSpace(order), "\n") {
		_, steps, _ := strings.Cut(floor, ":")
		for _, step := range strings.Split(steps, "<") {
			entries := strings.Fields(step)
			for _, e := range entries {
				allowed := append(slices.Clone(below), e)
				if only, ok := apart[e]; ok {
					allowed = only
				}
				z = append(z, rule{e, allowed})
			}
			below = append(below, entries...)
		}
	}
	return z
}

// ruleFor returns the rule of the most specific entry.
func ruleFor(rules []rule, folder string) (z rule) {
	for _, r := range rules {
		if matches([]string{r.entry}, folder) && len(r.entry) > len(z.entry) {
			z = r
		}
	}
	return z
}

func TestImportOrder(t *testing.T) {
	all := rules()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(rel))
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		r := ruleFor(all, folder)
		if r.entry == "" {
			t.Errorf("%s is on no floor: add it to the order", folder)
		}
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			inside, ok := strings.CutPrefix(name, "cornet/")
			if name == "cornet" {
				inside, ok = ".", true
			}
			if ok && !slices.Contains(r.allowed, ruleFor(all, inside).entry) && !matches(r.allowed, inside) {
				t.Errorf("%s imports %s; %s may import %v", rel, inside, folder, r.allowed)
			}
		}
		return nil
	})
	require.NoError(t, err)
}

// matches reports whether one of the patterns describes the folder.
func matches(patterns []string, folder string) bool {
	for _, p := range patterns {
		if base, tree := strings.CutSuffix(p, "/..."); folder == base || tree && strings.HasPrefix(folder, base+"/") {
			return true
		}
	}
	return false
}
