// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"io/fs"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// hostModel is the data model that is used if none is named, with the line that says so.
func hostModel() (cfg.DataModel, string) {
	if strconv.IntSize == 32 {
		return cfg.ILP32, "data model: ILP32 (-m64 for LP64)"
	}
	return cfg.LP64, "data model: LP64 (-m32 for ILP32)"
}

// TestDataModelMatters checks for which texts an answer names the data model.
func TestDataModelMatters(t *testing.T) {
	t.Parallel()
	if strconv.IntSize == 32 {
		t.Skip("what differs is read off types of LP64: run on a machine of 64 bits")
	}
	const head = "#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void); extern int n(void); extern long l(void); extern unsigned u(void); struct s { struct s *next; int v; }; struct t { short a, b; };\n"
	for body, matters := range map[string]bool{
		"return n() + 1;": false,
		"int a[3]; a[n() & 1] = 2; int *p = a + n(); return *p;":                       false,
		"return sizeof(int) + sizeof(struct t);":                                       false,
		"long long x = n(); return x * x > 5;":                                         false,
		"long x = n(); return x == 3;":                                                 false,
		"long x = l(); if (x < 0) x = 7; return x > 100;":                              false,
		"struct s *p = malloc(sizeof *p); memcpy(p, p, sizeof(struct s)); return !p;":  false,
		"long *p = malloc(sizeof *p); return !p;":                                      true,
		"struct s *p = malloc(2 * sizeof *p); int k = n(); p = malloc(k * sizeof *p);": true,
		"char c[3]; struct { int f[4]; } x; return sizeof c + sizeof x.f + sizeof(c);": false,
		"long c[3]; return sizeof c / sizeof *c;":                                      true,
		"return sizeof(long);":                                                         true,
		"return sizeof(struct s) == 8;":                                                true,
		"int *p; return sizeof p;":                                                     true,
		"return _Alignof(double);":                                                     true,
		"return l() + 1 > 5;":                                                          true,
		"long x = l(); x++; return 0;":                                                 true,
		"long x = l(); x += 2; return 0;":                                              true,
		"return -l() > 5;":                                                             true,
		"return l() > 5000000000;":                                                     true,
		"return l() < u();":                                                            true,
		"long x = u(); return x < 0;":                                                  true,
		"long long x = l(); return x > 5;":                                             true,
		"size_t k = n(); return k * 4 > 100;":                                          true,
		"int x; return (long)&x > 5;":                                                  true,
		"#ifdef __LP64__\nreturn 1;\n#endif\nreturn 0;":                                true,
	} {
		p, err := Load(t.Context(), []Source{{Name: "p.c", Text: []byte(head + "int main(void) {\n" + body + "\n}\n")}}, Encoding{})
		require.NoError(t, err, body)
		require.Equal(t, matters, p.model() != nil, body)
	}
	p, err := Load(t.Context(), []Source{{Name: "p.c", Text: []byte("long unused(long x) { return x + 1; } int g = 3; int main(void) { return g; }")}}, Encoding{})
	require.NoError(t, err)
	require.Nil(t, p.model(), "what is not reached does not count")
}

// TestDataModelNamed checks which data model is used for a program. An answer names the model only
// if neither the user nor the program does.
func TestDataModelNamed(t *testing.T) {
	t.Parallel()
	const text = "extern void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }"
	host, line := hostModel()
	database := func(flag string) string {
		return `[{"directory": ".", "file": "a.c", "arguments": ["cc", ` + flag + `"-c", "a.c"]}]`
	}
	for _, test := range []struct {
		name     string
		model    cfg.DataModel
		database string
		want     cfg.DataModel
		line     bool
		says     string
	}{
		{"nobody says", cfg.Host, "", host, true, ""},
		{"an option", cfg.ILP32, "", cfg.ILP32, false, ""},
		{"the other option", cfg.LP64, "", cfg.LP64, false, ""},
		{"a database that does not say", cfg.Host, database(""), host, false, ""},
		{"a database", cfg.Host, database(`"-m32", `), cfg.ILP32, false, ""},
		{"the other database", cfg.Host, database(`"-m64", `), cfg.LP64, false, ""},
		{"both, and agree", cfg.ILP32, database(`"-m32", `), cfg.ILP32, false, ""},
		{"both, and do not", cfg.LP64, database(`"-m32", `), 0, false, "a.c is compiled for ILP32, but --data-model asks for LP64"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := Encoding{DataModel: test.model, read: func(name string) ([]byte, error) {
				switch name {
				case "db.json":
					return []byte(test.database), nil
				case "a.c":
					return []byte(text), nil
				}
				return nil, fs.ErrNotExist
			}}
			if test.database != "" {
				e.Project = "db.json"
			}
			p, err := Load(t.Context(), []Source{{Name: "a.c", Text: []byte(text)}}, e)
			if test.says != "" {
				require.ErrorContains(t, err, test.says)
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.want, p.Model)
			if !test.line {
				require.Nil(t, p.model())
				return
			}
			require.Equal(t, []string{line}, p.model())
		})
	}
}
