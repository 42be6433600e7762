// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// FuzzHints reads a text as a file and as inline templates. Errors have a place;
// hints are well-sorted terms over the formals, and what is written reads back
// to the same templates.
func FuzzHints(f *testing.F) {
	for _, c := range files {
		f.Add(c.in)
	}
	for _, c := range inline {
		f.Add(c.in)
	}
	for _, in := range append(fileErrors, inlineErrors...) {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		sys := system(t, declarations)
		file, err := Read(sys, "", strings.NewReader(in))
		judge(t, err)
		text, err := ParseTemplate(sys, "", in)
		judge(t, err)
		for _, h := range []*Hints{file, text} {
			if h.IsEmpty() {
				continue
			}
			for _, p := range h.Preds() {
				formal := map[*logic.Term]bool{}
				for _, v := range Formals(sys.Store, p) {
					formal[v] = true
				}
				for _, x := range h.Templates(p) {
					require.False(t, x.Kind != Term && x.Kind < InequalityTerm && !x.Term.Sort().IsBool())
					require.False(t, x.Kind >= InequalityTerm && !x.Term.Sort().IsArith())
					require.Positive(t, x.Cost)
					for _, v := range logic.FreeVars(x.Term) {
						require.True(t, formal[v], "%v mentions %v", x.Term, v)
					}
				}
			}
			var out strings.Builder
			require.NoError(t, h.Write(&out))
			again, err := Read(sys, "", strings.NewReader(out.String()))
			require.NoError(t, err, out.String())
			require.Equal(t, len(h.preds), len(again.preds))
			for _, p := range h.preds {
				require.Equal(t, h.Templates(p), again.Templates(p), out.String())
				require.Equal(t, h.Initial(p), again.Initial(p), out.String())
				require.Equal(t, h.Threshold(p), again.Threshold(p))
			}
		}
	})
}

func judge(t *testing.T, err error) {
	var typed *smtlib.Error
	if err != nil && !(errors.As(err, &typed) && typed.Pos.IsValid()) {
		t.Fatalf("no place in %v", err)
	}
}
