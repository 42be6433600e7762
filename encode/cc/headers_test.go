// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
	"cornet/internal/test/need"
)

// TestHeaderConstants compares the constants of the embedded headers with those of the host's.
func TestHeaderConstants(t *testing.T) {
	object := regexp.MustCompile(`(?m)^#define ([A-Za-z]\w*) `)
	for _, model := range []cfg.DataModel{cfg.ILP32, cfg.LP64} {
		t.Run(model.String(), func(t *testing.T) {
			width := map[cfg.DataModel]string{cfg.ILP32: "-m32", cfg.LP64: "-m64"}[model]
			gcc := need.Of(t, "gcc "+width)
			var b strings.Builder
			b.WriteString("#define _GNU_SOURCE\n")
			var checks []string
			for _, name := range []string{"errno.h", "limits.h", "stdint.h", "inttypes.h", "fcntl.h", "locale.h", "endian.h", "wchar.h", "dirent.h", "dlfcn.h", "getopt.h",
				"poll.h", "signal.h", "stdio.h", "float.h", "unistd.h", "syslog.h", "netinet/in.h", "sys/ioctl.h", "sys/mman.h", "sys/resource.h", "sys/select.h", "sys/socket.h", "sys/stat.h", "sys/wait.h"} {
				text, err := headers.ReadFile("include/" + name)
				require.NoError(t, err)
				fmt.Fprintf(&b, "#include <%s>\n", name)
				for _, m := range object.FindAllStringSubmatch(string(text), -1) {
					if m[1] == "errno" || m[1] == "s6_addr" || regexp.MustCompile(`^(st_.time|s[ai]_\w+)$`).MatchString(m[1]) {
						continue
					}
					c := Compiler{}
					before, _, err := c.sources(model, Source{})
					require.NoError(t, err)
					tokens, err := cpp.Run(c.options(), append(before, cpp.Source{Name: "c.c", Text: []byte("#include <" + name + ">\n$value " + m[1])})...)
					require.NoError(t, err)
					var own []string
					for i := len(tokens) - 1; tokens[i].Text != "$value"; i-- {
						own = append([]string{tokens[i].Text}, own...)
					}
					if strings.Contains(strings.Join(own, ""), `"`) {
						checks = append(checks, fmt.Sprintf(`_Static_assert(!__builtin_strcmp(%s, %s), "%s");`, m[1], strings.Join(own, " "), m[1]))
					} else {
						checks = append(checks, fmt.Sprintf(`_Static_assert((%s) == (%s) && sizeof(%[1]s) == sizeof(%[2]s), "%s");`, m[1], strings.Join(own, " "), m[1]))
					}
				}
			}
			require.Greater(t, len(checks), 300)
			file := filepath.Join(t.TempDir(), "c.c")
			require.NoError(t, os.WriteFile(file, []byte(b.String()+strings.Join(checks, "\n")), 0o600))
			out, err := exec.Command(gcc, width, "-msse2", "-mfpmath=sse", "-fsyntax-only", file).CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
}

// TestPredefinedMacros compares the predefined macros with gcc's.
func TestPredefinedMacros(t *testing.T) {
	define := regexp.MustCompile(`(?m)^#define (\w+)(.*)$`)
	macros := func(text string) map[string]string {
		z := map[string]string{}
		for _, m := range define.FindAllStringSubmatch(text, -1) {
			z[m[1]] = m[2]
		}
		return z
	}
	for _, model := range []cfg.DataModel{cfg.ILP32, cfg.LP64} {
		t.Run(model.String(), func(t *testing.T) {
			width := map[cfg.DataModel]string{cfg.ILP32: "-m32", cfg.LP64: "-m64"}[model]
			gcc := need.Of(t, "gcc "+width)
			out, err := exec.Command(gcc, width, "-dM", "-E", "-x", "c", os.DevNull).Output()
			require.NoError(t, err)
			theirs := macros(string(out))
			maps.DeleteFunc(theirs, func(name, _ string) bool { return machineMacros.MatchString(name) })
			text, err := predefined(model)
			require.NoError(t, err)
			ours := macros(text)
			if theirs["__VERSION__"] != ours["__VERSION__"] {
				t.Skipf("the table is that of gcc%s; this is gcc%s", ours["__VERSION__"], theirs["__VERSION__"])
			}
			if model == cfg.ILP32 { // operations have their own types, as with -mfpmath=sse
				theirs["__FLT_EVAL_METHOD__"], theirs["__FLT_EVAL_METHOD_TS_18661_3__"] = " 0", " 0"
			}
			require.Equal(t, theirs, ours)
		})
	}
}
