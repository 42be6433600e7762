// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// memories are possible targets of a pointer p of type char *, which a function receives: 4 bytes
// that are a string, or others.
var memories = []struct{ name, text string }{
	{"fine", `char *p = malloc(4); p[0] = 'a'; p[1] = 'b'; p[2] = 'c'; p[3] = 0;`},
	{"freed", `char *p = malloc(4); p[0] = 'a'; p[1] = 'b'; p[2] = 'c'; p[3] = 0; free(p);`},
	{"null", `char *p = 0;`},
	{"short", `char *p = malloc(3); p[0] = 'a'; p[1] = 'b'; p[2] = 0;`},
	{"unterminated", `char *p = malloc(4); p[0] = 'a'; p[1] = 'b'; p[2] = 'c'; p[3] = 'd';`},
}

// libraryCalls are calls with argument p, and the memories for which they are errors. The address
// sanitizer checks functions for which it has an interceptor. For the others it only sees accesses
// that trap.
var libraryCalls = []struct{ call, wrong string }{
	{`printf("%s", p);`, "freed null unterminated"},
	{`printf("%.3s", p);`, "freed null"},
	{`printf("%.*s", 4, p);`, "freed null"},
	{`printf("%.*s", -1, p);`, "freed null unterminated"},
	{`printf("%p", p);`, ""},
	{`printf("%d %5s %c", 1, p, 'c');`, "freed null unterminated"},
	{`printf(p);`, "freed null unterminated"},
	{`fprintf(stdout, "%s", p);`, "freed null unterminated"},
	{`fprintf(stdout, "%s", p ? p : "none");`, "freed unterminated"},
	{`char b[9]; sprintf(b, "%s", p);`, "freed null unterminated"},
	{`char b[9]; snprintf(b, 2, "%s", p);`, "freed null unterminated"},
	{`char b[40]; snprintf(b, 40, "%f %s", 0.5, p);`, "freed null unterminated"},
	{`sprintf(p, "%s", "abc");`, "freed null short"},
	{`snprintf(p, 4, "%s", "abcd");`, "freed null short"},
	{`snprintf(p, 0, "%s", "abcd");`, ""},
	{`int n; sscanf(p, "%d", &n);`, "freed null unterminated"},
	{`sscanf("12", "%d", (int *)p);`, "freed null short"},
	{`puts(p);`, "freed null unterminated"},
	{`fputs(p, stdout);`, "freed null unterminated"},
	{`perror(p);`, "freed unterminated"},
	{`fwrite(p, 1, 4, stdout);`, "freed null short"},
	{`fwrite(p, 2, 2, stdout);`, "freed null short"},
	{`fwrite(p, 0, 9, stdout);`, ""},
	{`write(1, p, 4);`, "freed null short"},
	{`fread(p, 1, 4, stdin);`, "freed null short"},
	{`read(0, p, 4);`, "freed null short"},
	{`fgets(p, 4, stdin);`, "freed null short"},
	{`send(-1, p, 4, 0);`, "freed null short"},
	{`recv(-1, p, 4, 0);`, "freed null short"},
	{`pread(0, p, 4, 0);`, "freed null short"},
	{`fopen(p, "r");`, "freed null unterminated"},
	{`fopen("none", p);`, "freed null unterminated"},
	{`remove(p);`, "freed null unterminated"},
	{`system(p);`, "freed unterminated"},
	{`getenv(p);`, "freed null unterminated"},
	{`setlocale(0, p);`, "freed unterminated"},
	{`open(p, 0);`, "freed null unterminated"},
	{`mkdir(p, 0);`, "freed null unterminated"},
	{`struct stat s; stat(p, &s);`, "freed null unterminated"},
	{`stat("none", (struct stat *)p);`, "fine freed null short unterminated"},
	{`getcwd(p, 4);`, "freed short"},
	{`gethostname(p, 4);`, "freed null short"},
	{`pipe((int *)p);`, "fine freed null short unterminated"},
	{`clock_gettime(0, (struct timespec *)p);`, "fine freed null short unterminated"},
	{`waitpid(-1, (int *)p, 1);`, "freed short"},
	{`strtol(p, 0, 10);`, "freed null"},
	{`char *e; strtol(p, &e, 10);`, "freed null"},
	{`atoi(p);`, "freed null"},
	{`strlen(p);`, "freed null unterminated"},
	{`strdup(p);`, "freed null unterminated"},
	{`memcmp(p, "abcd", 4);`, "freed null short"},
	{`memset(p, 0, 4);`, "freed null short"},
	{`strcpy(p, "abc");`, "freed null short"},
	{`free(p);`, "freed"},
	{`p = realloc(p, 8);`, "freed"},
	{`frexp(8.0, (int *)p);`, "freed null short"},
}

const libraryHead = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <time.h>\n#include <math.h>\n#include <locale.h>\n#include <fcntl.h>\n" +
	"#include <sys/stat.h>\n#include <sys/socket.h>\n#include <sys/wait.h>\n#include <sys/types.h>\n"

// TestLibraryMemory checks which memory may be given to functions of the library. A report by gcc's
// address sanitizer is an error.
func TestLibraryMemory(t *testing.T) {
	t.Parallel()
	reports := sanitized(t)
	seen := 0
	for i, c := range libraryCalls {
		for j, m := range memories {
			want := "TRUE"
			if slices.Contains(strings.Fields(c.wrong), m.name) {
				want = "FALSE"
			}
			if want == "TRUE" && j > 0 && i%4 > 0 || testing.Short() && i%8 > 0 {
				continue // one of many similar cases
			}
			t.Run(c.call+"/"+m.name, func(t *testing.T) {
				require.Equal(t, want, checked(t, "memory", libraryHead+"int main(void) { "+m.text+" "+c.call+" return 0; }\n"))
				if reports != nil && strings.Contains(reports[i*len(memories)+j], "AddressSanitizer") {
					seen++
					require.Equal(t, "FALSE", want, "the sanitizer reports an error")
				}
			})
		}
	}
	if reports != nil && !testing.Short() {
		require.Greater(t, seen, 60)
	}
}

// sanitized returns the reports of gcc's address sanitizer about all cases, or nil if it cannot
// run.
func sanitized(t *testing.T) []string {
	var bodies []string
	for _, c := range libraryCalls {
		for _, m := range memories {
			bodies = append(bodies, m.text+" "+c.call)
		}
	}
	return judged(t, "#define _GNU_SOURCE\n"+libraryHead, bodies, "-fno-builtin", "-fsanitize=address", "-lm")
}

// judged returns what gcc's sanitizers print about the executions of some bodies of functions, or
// nil if gcc has no sanitizers here. The bodies are compiled to one program, which runs each in a
// process of its own. An entry is "" unless the process fails or reports an error.
func judged(t *testing.T, head string, bodies []string, flags ...string) []string {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("install gcc and its libasan to compare with its sanitizers")
		return nil
	}
	var b strings.Builder
	b.WriteString(head + "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>\n")
	for i, body := range bodies {
		fmt.Fprintf(&b, "static void case%d(void) { %s }\n", i, body)
	}
	b.WriteString("static void (*const cases[])(void) = {\n")
	for i := range bodies {
		fmt.Fprintf(&b, "case%d,\n", i)
	}
	b.WriteString(`};
int main(void) {
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    dprintf(2, "\n` + nextCase + `\n");
    pid_t p = fork();
    if (p == 0) { cases[i](); exit(0); }
    waitpid(p, 0, 0);
  }
  return 0;
}
`)
	dir := t.TempDir()
	source, program := filepath.Join(dir, "cases.c"), filepath.Join(dir, "cases")
	require.NoError(t, os.WriteFile(source, []byte(b.String()), 0o600))
	args := append([]string{"-w", "-O0", "-o", program, source}, flags...)
	if out, err := exec.CommandContext(t.Context(), gcc, args...).CombinedOutput(); err != nil {
		if bytes.Contains(out, []byte("lasan")) || bytes.Contains(out, []byte("lubsan")) {
			t.Log("install libasan and libubsan to compare with gcc's sanitizers")
			return nil
		}
		require.NoError(t, err, string(out))
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Dir, cmd.Env = dir, []string{"ASAN_OPTIONS=detect_leaks=0:symbolize=0", "PATH="}
	var reports bytes.Buffer
	cmd.Stderr = &reports
	require.NoError(t, cmd.Run(), reports.String())
	z := strings.Split(reports.String(), nextCase)[1:]
	require.Len(t, z, len(bodies))
	return z
}

// nextCase separates the reports of judged.
const nextCase = "=== the next case ==="
