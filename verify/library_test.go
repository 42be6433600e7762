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
	judge := sanitized(t)
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
				if judge != nil && judge(i*len(memories)+j) {
					seen++
					require.Equal(t, "FALSE", want, "the sanitizer reports an error")
				}
			})
		}
	}
	if judge != nil && !testing.Short() {
		require.Greater(t, seen, 60)
	}
}

// sanitized compiles all cases to one program and runs one of them. It reports whether gcc's
// address sanitizer reports an error, and returns nil if it cannot run.
func sanitized(t *testing.T) func(number int) bool {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("install gcc and its libasan to compare with its address sanitizer")
		return nil
	}
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n" + libraryHead + "int main(int argc, char **argv) { switch (atoi(argv[1])) {\n")
	for i, c := range libraryCalls {
		for j, m := range memories {
			fmt.Fprintf(&b, "case %d: { %s %s } return 0;\n", i*len(memories)+j, m.text, c.call)
		}
	}
	b.WriteString("} return 0; }\n")
	dir := t.TempDir()
	source, program := filepath.Join(dir, "calls.c"), filepath.Join(dir, "calls")
	require.NoError(t, os.WriteFile(source, []byte(b.String()), 0o600))
	out, err := exec.Command(gcc, "-w", "-O0", "-fno-builtin", "-fsanitize=address", "-o", program, source, "-lm").CombinedOutput()
	if err != nil && bytes.Contains(out, []byte("asan")) {
		t.Log("install gcc's libasan to compare with its address sanitizer")
		return nil
	}
	require.NoError(t, err, string(out))
	return func(number int) bool {
		cmd := exec.CommandContext(t.Context(), program, fmt.Sprint(number))
		cmd.Dir, cmd.Env = dir, []string{"ASAN_OPTIONS=detect_leaks=0", "PATH="}
		out, err := cmd.CombinedOutput()
		return err != nil && bytes.Contains(out, []byte("AddressSanitizer"))
	}
}
