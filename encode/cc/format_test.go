// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConversions checks that formats of printf and scanf are parsed as C and POSIX define them.
func TestConversions(t *testing.T) {
	for _, c := range []struct {
		format string
		scan   bool
		// want has letter, length, arguments before it, and width; "-" after a conversion that
		// stores nothing; "!" for refused formats.
		want string
	}{
		{"abc%n", false, "n//0/0"},
		{"100%% %d%hhn", false, "d//0/0 n/hh/0/0"},
		{"%-*.*s|%08lld", false, "s//2/0 d/ll/0/8"},
		{"%1$d", false, "!"},
		{"%y", false, "!"},
		{"%", false, "!"},
		{"%*d %5s%n", true, "d//0/0- s//0/5 n//0/0"},
		{"%[^]a-z]%c", true, "[//0/0 c//0/0"},
		{"%[abc", true, "!"},
		{"%ms", true, "s//0/0"},
		{"%Lf %zu %p", true, "f/L/0/0 u/z/0/0 p//0/0"},
	} {
		cs, ok := conversions(c.format, c.scan)
		var got []string
		for _, x := range cs {
			s := fmt.Sprintf("%c/%s/%d/%d", x.letter, x.length, x.args, x.width)
			if x.skipped {
				s += "-"
			}
			got = append(got, s)
		}
		if !ok {
			got = []string{"!"}
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.format)
	}
}

// TestFormats checks what library functions store because of their formats.
func TestFormats(t *testing.T) {
	const declared = "int printf(const char *, ...); int scanf(const char *, ...); int sscanf(const char *, const char *, ...); int vprintf(const char *, __builtin_va_list);\n"
	for _, c := range []struct{ body, want, refused string }{
		{`int n = 0; printf("abc%n", &n); return n;`, "n = any", ""},
		{`int w, n; printf("%*d %s%n", w, 1, "x", &n); return n;`, "n = any", ""},
		{`short n = 0; printf("%hn", &n); return n;`, "n = any", ""},
		{`const char *f; return printf(f);`, "assumed p.c:2:40: the format of printf, which is not a literal, has no %n", ""},
		{`__builtin_va_list v; return vprintf("%n", v);`, "", "%n in the format"},
		{`printf("%1$n", 0);`, "", "%n in the format"},
		{`printf("%y"); return 3;`, "result = 3", ""},
		{`int a = 1, b = 2; scanf("%*d%d", &b); return a;`, "b = input scanf", ""},
		{`char c; scanf(" %c", &c); return c;`, "c = any", ""},
		{`char s[4]; scanf("%3s", s); return s[0];`, "__cornet_any_text_n", ""},
		{`char *s; scanf("%ms", &s); return s[0];`, "", "this conversion %s"},
		{`const char *f; int x; return scanf(f, &x);`, "", "a format that is not a literal"},
		{`int n; sscanf("12", "%*d%n", &n); return n;`, "n = any", ""},
	} {
		p, err := Load("p.c", []byte(declared+"int main(void) { "+c.body+" }\n"), Options{})
		if c.refused != "" {
			require.ErrorContains(t, err, c.refused, c.body)
			continue
		}
		require.NoError(t, err, c.body)
		require.NoError(t, p.Check(), c.body)
		require.Contains(t, p.String(), c.want, c.body)
	}
}
