// SPDX-License-Identifier: Apache-2.0

package imports

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// order states the architecture, as in DESIGN: "folder: what it may import".
// A name with /... stands for the folder and all below it. Test files may
// import more (solvers and validators as oracles) and are not looked at.
const order = `
internal/...:            internal/...
smtlib:                  internal/...
smt:                     smtlib internal/...
smt/sat/...:             smt/sat/... internal/...
smt/lra/...:             smt/lra/... internal/...
smt/lia/...:             smt/lia/... smt/lra internal/...
smt/euf/...:             smt/euf/... internal/...
smt/project/...:         smt/project/... smtlib smt internal/...
smt/itp/...:             smt/itp/... smtlib smt internal/...
smt/z3/...:              smt/z3/... smtlib smt smt/itp smt/project internal/...
smt/process/...:         smt/process/... smtlib smt smt/itp smt/project internal/...
smt/abstraction:          smt smtlib internal/...
smt/fallback:             smt smtlib smt/itp internal/...
smt/native/...:          smt/native/... smtlib smt smt/sat smt/lra smt/lia smt/euf smt/itp smt/project internal/...
horn:                    smtlib internal/...
horn/horntest:           smtlib smt horn internal/...
horn/hints:              smtlib horn internal/...
horn/check/...:          horn/check/... smtlib smt horn internal/...
horn/transform/...:      horn/transform/... smtlib smt horn internal/...
engines/unroll:          smtlib smt horn internal/...
engines/lawi/...:        engines/lawi/... engines/unroll smtlib smt horn internal/...
engines/predabs/...:      engines/predabs/... engines/unroll smt/abstraction horn/hints smtlib smt horn internal/...
engines/bmc/...:         engines/bmc/... engines/unroll smtlib smt horn internal/...
encode/loop:             smtlib horn internal/...
engines/reach:           encode/loop smtlib smt horn internal/...
engines/imc/...:         engines/imc/... engines/reach encode/loop smtlib smt horn internal/...
engines/kind/...:        engines/kind/... engines/reach encode/loop smtlib smt horn internal/...
engines/enginetest:      engines/enginetest smtlib smt horn horn/check internal/...
engines:                 engines/... smtlib smt smt/itp horn horn/check horn/transform horn/hints internal/...
bench/...:               bench/... internal/...
cmd/...:                 cmd/... bench/... engines/... smtlib smt/... horn/... encode/... internal/...
`

func TestImportOrder(t *testing.T) {
	type rule struct{ folder, allowed []string }
	var rules []rule
	for _, line := range strings.Split(strings.TrimSpace(order), "\n") {
		folder, allowed, _ := strings.Cut(line, ":")
		rules = append(rules, rule{[]string{strings.TrimSpace(folder)}, strings.Fields(allowed)})
	}
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
		var allowed []string
		for _, r := range rules {
			if matches(r.folder, folder) {
				allowed = r.allowed
				break
			}
		}
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			inside, ok := strings.CutPrefix(name, "cornet/")
			if ok && !matches(allowed, inside) {
				t.Errorf("%s imports %s; %s may import %v", rel, inside, folder, allowed)
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
