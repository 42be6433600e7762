// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rooms are the later files of packages that have an inner order. Their top-level declarations,
// other than methods, are used in no other files except those named as users.
var rooms = []struct {
	folder, purpose string
	// without .go; a name that ends in _ represents all names with that prefix
	files []string
	users []string
}{
	{"smt/native", "interpolants", []string{"interpolator", "interpolants", "lemma", "lift", "ground"}, []string{"backend", "refutation"}},
}

// TestRooms: packages with rooms are used from the inside out.
func TestRooms(t *testing.T) {
	for _, room := range rooms {
		files, err := filepath.Glob(filepath.Join("..", "..", room.folder, "*.go"))
		require.NoError(t, err)
		set := token.NewFileSet()
		declared := map[string]string{}
		others := map[string]*ast.File{}
		for _, path := range files {
			name := strings.TrimSuffix(filepath.Base(path), ".go")
			if strings.HasSuffix(name, "_test") || slices.Contains(room.users, name) {
				continue
			}
			f, err := parser.ParseFile(set, path, nil, 0)
			require.NoError(t, err)
			if !slices.ContainsFunc(room.files, func(x string) bool {
				return name == x || strings.HasSuffix(x, "_") && strings.HasPrefix(name, x)
			}) {
				others[name] = f
				continue
			}
			for symbol := range f.Scope.Objects {
				declared[symbol] = name
			}
		}
		require.NotEmpty(t, declared)
		for _, f := range others {
			for _, x := range f.Unresolved {
				if from, ok := declared[x.Name]; ok {
					t.Errorf("%v: %s is of %s.go, which belongs to %s", set.Position(x.Pos()), x.Name, from, room.purpose)
				}
			}
		}
	}
}
