// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// TestUninitialised checks which parts of structs and arrays are read before they are assigned.
func TestUninitialised(t *testing.T) {
	t.Parallel()
	const head = "extern int __VERIFIER_nondet_int(void);\nstruct s { int a, b[3]; struct { short c; unsigned f : 3, g : 2; } d; };\n" +
		"struct s make(void) { struct s z = {0}; return z; }\nint main(void) { int n = __VERIFIER_nondet_int(); "
	for body, want := range map[string]string{
		"struct s x; x.a = 1; return x.a;":                                                    "TRUE",
		"struct s x; x.a = 1; return x.b[0];":                                                 "FALSE",
		"struct s x = {1}; return x.b[2];":                                                    "TRUE",
		"struct s x; x.d.f = 1; return x.d.f;":                                                "TRUE",
		"struct s x; x.d.f = 1; return x.d.g;":                                                "FALSE",
		"struct s x, y; x.a = 1; y = x; return y.a;":                                          "TRUE",
		"struct s x, y; x.a = 1; y = x; return y.d.c;":                                        "FALSE",
		"struct s x; x = make(); return x.d.c;":                                               "TRUE",
		"int a[5]; for (int i = 0; i < 5; i++) a[i] = i; return a[3];":                        "TRUE",
		"int a[5]; for (int i = 0; i < 4; i++) a[i] = i; return a[4];":                        "FALSE",
		"int a[5]; if (n < 0 || n > 4) return 0; a[n] = 1; return a[n];":                      "TRUE",
		"int a[5]; if (n < 0 || n > 4) return 0; a[n] = 1; return a[0];":                      "FALSE",
		"int a[2][2]; a[0][0] = a[1][1] = 1; return a[0][0] + a[1][1];":                       "TRUE",
		"int a[2][2]; a[0][0] = a[1][1] = 1; return a[0][1];":                                 "FALSE",
		"for (int i = 0; i < 2; i++) { int a[2]; if (i == 0) a[0] = 1; n = a[0]; } return 0;": "FALSE",
		"for (int i = 0; i < 2; i++) { int a[2]; a[0] = i; n = a[0]; } return 0;":             "TRUE",
		"int a[3]; a[0] = a[1] = 0; a[1] = a[0] + 1; return a[1];":                            "TRUE",
		"int a[3]; a[1] = a[1] + 1; return 0;":                                                "FALSE",
		"int a[3]; a[0] = 1; a[2] = 2; return n ? a[0] : a[2];":                               "TRUE",
		"struct s v[2]; v[1].b[2] = 4; int k = 1; return v[k].b[k + 1];":                      "TRUE",
		"struct s v[2]; v[1].b[2] = 4; struct s w = v[1]; return w.b[2];":                     "TRUE",
		"struct s v[2]; v[1].b[2] = 4; struct s w = v[0]; return w.b[2];":                     "FALSE",
		"int x; if (n) x = 1; return n ? x : 0;":                                              "TRUE",
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, want, checked(t, "uninitialised", head+body+" }\n"))
		})
	}
}

// TestUninitialisedElsewhere checks that an answer names the parts that it assumes to be assigned.
func TestUninitialisedElsewhere(t *testing.T) {
	t.Parallel()
	for text, named := range map[string]bool{
		"void f(int *p) { *p = 1; } int main(void) { int x; f(&x); return x; }":                   true,
		"void f(int *p) { *p = 1; } int main(void) { int x = 1; f(&x); return x; }":               false,
		"int main(void) { union { int i; char c; } u; u.i = 1; return u.c; }":                     true,
		"int main(void) { int a[300]; a[0] = 1; return a[0]; }":                                   true,
		"int main(void) { struct { int i, j; } s, t; s.i = 1; t = s; return t.i; }":               false,
		"int f(int n) { int x; if (n) x = 1; return n ? x : 0; } int main(void) { return f(1); }": false,
	} {
		o := Options{Replay: "off"}
		o.Check = []string{"uninitialised"}
		z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
		require.NoError(t, err, text)
		require.Equal(t, "TRUE", z.Word(), text)
		require.Equal(t, named, strings.Contains(strings.Join(z.Remarks.Lines(), "\n"), "is assigned before it is read"), text)
	}
}
