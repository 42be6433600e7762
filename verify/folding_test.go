// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// foldings are statements with a constant that could be computed before its check, or a check that
// could be left out since nothing depends on the value. For each check there are statements with an
// error, and statements without. x, m, z and u have the values 2147483647, -2147483648, 0 and
// 4294967295; a has 3 elements.
var foldings = []struct {
	check, wrong, fine string
}{
	{"overflow", `
		return -1 << 0;            int y = -1; return y << 0;  return 1 << 31;         return 1 << 32;         return 1 << -1;       return 1 >> 32;
		return 2147483647 + 1;     return -2147483647 - 2;     return 65536 * 65536;   return -(-2147483647 - 1);
		return (x + 1) * 0;        return 0 * (x + 1);         return (x + 1) & 0;     return (x + 1) - (x + 1);  return x + 1 == x + 1;
		return x + 1 && 0;         return x + 1 || 1;          return x + 1 ? 1 : 1;   return (x + 1, 0);      return (x + 1) | ~0;
		return (x + 1) % 1;        return (x + 1) / 1;         return (x + 1) << 0;    return !(x + 1);        return 0 ? 0 : x + 1;
		(void)(x + 1); return 0;   x + 1; return 0;            return (char)(x + 1);   return (x + 1) >> 31;   return 0 / (x + 1);
		return -m;                 return 0 - m;               return m / -1;          return m % -1;          return m * -1;        return -1 * m;
		return (x + 1) * 0 + (0 && m - 1);                     switch (x + 1) { default: return 0; }           if (x + 1) return 0; return 0;
		for (; x + 1 < 0;) break; return 0;                    return a[(x + 1) * 0];  int v[1 + (x - 2147483646)]; return 0 * (v[0] = x + 1);`, `
		return x * 0;              return x - x;               return x & 0;           return m * 1;           return m / 1;         return m % 1;
		return m + 0;              return m - 0;               return 0 + m;           return 0 << 31;         return 1 << 30;       return -1 >> 0;
		return 0 && x + 1;         return 1 || x + 1;          return 1 ? 0 : x + 1;   return 0 ? x + 1 : 0;   return sizeof(x + 1); return u << 0;
		if (0) x + 1; return 0;    while (0) x + 1; return 0;  return x | ~0;          return ~m;              return u + 1;         return 1u << 31;
		return -2147483647 - 1;    switch (1) { case 0: return x + 1; } return 0;      return (int)2147483648u; return 0 * (x - 1);`},
	{"division-by-zero", `
		return 0 / z;              return 0 % z;               return z / z;           return z % z;           return 1 / 0;         return 1 % 0;
		return 1u / 0u;            return (1 / 0) * 0;         return 1 / 0 && 0;      return 1 / 0 ? 1 : 1;   (void)(1 / z); return 0;
		return 0 ? 0 : 1 / 0;      return z || 1 / 0;          return 1 / (x - x);     return 1 / (x & 0);     return 1 / (0 * x);   return 1 % (x / x - 1);`, `
		return z / 1;              return z % 1;               return 0 / x;           return 0 % x;           return 0 && 1 / 0;    return 1 || 1 / 0;
		return 0 ? 1 / 0 : 2;      return sizeof(1 / z);       return z && 1 / z;      switch (1) { case 0: return 1 / 0; } return 0;`},
	{"float-conversion", `
		return (int)1e10;          return (unsigned)-1.0;      unsigned char c = 256.0; return c;              return 0 * (int)1e10; return (int)(0.0 / 0.0);
		return (int)-2147483649.0; return (int)(x + 1.0);      return (int)1e10 & 0;   (void)(int)1e10; return 0;                    return (signed char)-129.0f;`, `
		return (int)2147483647.5;  return (unsigned)-0.5;      return (signed char)127.9; return (_Bool)1e30;  return 0 && (int)1e10; return sizeof((int)1e10);
		return (int)(float)3;      return (unsigned char)255.9;`},
	{"bounds", `
		return a[3];               return 0 * a[3];            return a[2 + 1];        (void)a[3]; return 0;   return a[x - 2147483644];   return a[3] - a[3];
		return a[3] && 0;          return *&a[3];`, `
		return a[2];               return &a[3] == a;          return sizeof a[5];     return 0 ? a[3] : 0;    return a[1 - 2 + 1];  return 0 && a[3];
		return a[x - 2147483645];`},
	{"unsigned-overflow", `
		return 0xffffff00u + 0x100u;  return 0u - 1u;          return -1u;             return 65536u * 65536u; return u + 1;         return (u + 1) * 0;
		return 0 * (0u - 1u);      return u + 1 == u + 1;      return u + 1 && 0;      return -u;              return (int)(0u - 1u); return (0u - 1u) % 1;
		return a[3u - 5u + 2u];    return 18446744073709551615ull + 1 != 0;            if (0u - 1u) return 1; return 0;`, `
		return -0u;                return ~0u;                 return 1u << 31;        return 4u << 31;        return u + 0;         return u * 1;
		return u - u;              return 0 && 0u - 1u;        return 1 ? 0u : 0u - 1u; return sizeof(0u - 1u); return 1u - 1u;
		static unsigned s = 0u - 1u; return s;                 enum { A = 1u - 2u < 3 }; return A;             char b[0u - 4294967294u]; return sizeof b;
		switch (u) { case 0u - 1u: return 1; } return 0;       return 65535u * 65537u;`},
	{"lossy-conversion", `
		unsigned char c = 256; return c;    signed char c = 128; return c;     unsigned v = -1; return v;      return (unsigned)-1;   return u > -1;
		return u == -1;            return x ? -1 : 1u;         return (int)(unsigned)-1;                       return (int)(unsigned)m; return (unsigned char)(signed char)200;
		int v = 4294967296; return v;  unsigned char v[2] = {1, 256}; return v[0];    unsigned char c = 0; c += 256; return c;          unsigned char c = ~0; return c;
		struct { unsigned f : 3; } s; s.f = 9; return s.f;     struct { unsigned char c; } s = {300}; return s.c;                      return u + -1;
		unsigned char c = 0; c = 256 * (x & 1); return c;      return 0 * (unsigned char)256;                  return 0 && 0 || (unsigned)-1;`, `
		unsigned char c = 255; return c;    signed char c = -128; return c;    unsigned v = 1; return v;       return (unsigned)1;    return u > 1;
		_Bool v = 256; return v;   return 0 && (unsigned)-1;   return 1 ? 0 : (unsigned char)256;              return sizeof((unsigned char)256);
		static unsigned char s = 256; return s;                switch ((unsigned char)z) { case 300: return 1; } return 0;              long long v = 4294967296; return v > 0;
		__builtin_memset(a, -1, 4); return 0;                  char v[9]; return __builtin_sprintf(v, "%c%hhu", 200, 300);
		struct { unsigned f : 3; } s; s.f = 7; return s.f;     unsigned char c = 'a'; return c;                enum { A = (unsigned char)256 }; return A;`},
}

const foldingHead = "int x = 2147483647, m = -2147483647 - 1, z = 0; unsigned u = 4294967295u; int a[3] = {0};"

// foldingCase is a statement of foldings.
type foldingCase struct{ check, body, want string }

// foldingCases returns the statements of foldings. A line has several of them, separated by two
// blanks or more.
func foldingCases() (z []foldingCase) {
	for _, f := range foldings {
		for i, text := range []string{f.wrong, f.fine} {
			for _, body := range regexp.MustCompile(`\n|  +`).Split(text, -1) {
				if body = strings.TrimSpace(body); body != "" {
					z = append(z, foldingCase{f.check, body, []string{"FALSE", "TRUE"}[i]})
				}
			}
		}
	}
	return z
}

// TestFolding checks that constants and unused values are checked before they are folded or
// dropped, and that unevaluated operands are not checked. A report by gcc's sanitizer is an error.
func TestFolding(t *testing.T) {
	t.Parallel()
	cases := foldingCases()
	judge := foldingJudge(t, cases)
	for i, c := range cases {
		if testing.Short() && i%8 > 0 {
			continue
		}
		t.Run(c.check+"/"+c.body, func(t *testing.T) {
			require.Equal(t, c.want, checked(t, c.check, "int main(void) { "+foldingHead+" "+c.body+" }\n"))
			if judge != nil && judge(i) {
				require.Equal(t, "FALSE", c.want, "the sanitizer reports an error")
			}
		})
	}
}

// foldingJudge compiles all cases to one program, and runs one of them. It reports whether gcc's
// undefined-behaviour sanitizer reports an error.
func foldingJudge(t *testing.T, cases []foldingCase) func(int) bool {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("install gcc and its libubsan to compare with its sanitizers")
		return nil
	}
	var b, table strings.Builder
	for i, c := range cases {
		fmt.Fprintf(&b, "int f%d(void) { %s %s }\n", i, foldingHead, c.body)
		fmt.Fprintf(&table, "f%d, ", i)
	}
	fmt.Fprintf(&b, "#include <stdlib.h>\nint (*table[])(void) = {%s};\nint main(int argc, char **argv) { table[atoi(argv[1])](); return 0; }\n", table.String())
	dir := t.TempDir()
	source, program := filepath.Join(dir, "foldings.c"), filepath.Join(dir, "foldings")
	require.NoError(t, os.WriteFile(source, []byte(b.String()), 0o600))
	out, err := exec.Command(gcc, "-w", "-std=gnu17", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-o", program, source).CombinedOutput()
	if err != nil && strings.Contains(string(out), "ubsan") {
		t.Log("install gcc's libubsan to compare with its sanitizers")
		return nil
	}
	require.NoError(t, err, string(out))
	return func(number int) bool {
		out, err := exec.CommandContext(t.Context(), program, fmt.Sprint(number)).CombinedOutput()
		return err != nil && strings.Contains(string(out), "runtime error")
	}
}
