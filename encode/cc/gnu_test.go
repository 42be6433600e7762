// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"testing"

	"cornet/encode/cfg"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// systemHeaders includes further headers of POSIX, and uses the sizes of their records.
const systemHeaders = `
#include <wchar.h>
#include <wctype.h>
#include <uchar.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/uio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <poll.h>
#include <dirent.h>
#include <getopt.h>
#include <libgen.h>
#include <syslog.h>
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <stdio.h>
#include <setjmp.h>
#include <stddef.h>
#include <err.h>
#include <fcntl.h>
_Static_assert(sizeof(struct tm) == (sizeof(long)==8?56:44), "tm");
_Static_assert(sizeof(struct stat) == (sizeof(long)==8?144:88), "stat");
_Static_assert(sizeof(fd_set) == 128, "fd_set");
_Static_assert(sizeof(pthread_mutex_t) == (sizeof(long)==8?40:24) && sizeof(pthread_cond_t) == 48 && sizeof(pthread_attr_t) == (sizeof(long)==8?56:36), "pthread");
_Static_assert(sizeof(pthread_rwlock_t) == (sizeof(long)==8?56:32) && sizeof(pthread_rwlockattr_t) == 8 && sizeof(pthread_barrier_t) == (sizeof(long)==8?32:20), "pthread");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == 48 && sizeof(sem_t) == (sizeof(long)==8?32:16) && _Alignof(sem_t) == sizeof(long), "threads");
_Static_assert(sizeof(FILE) == (sizeof(long)==8?216:148) && sizeof(jmp_buf) == (sizeof(long)==8?200:156) && sizeof(max_align_t) == (sizeof(long)==8?32:48), "C");
_Static_assert(sizeof(struct sockaddr_storage) == 128 && sizeof(struct sockaddr_in) == 16 && sizeof(struct sockaddr_in6) == 28, "sockaddr");
_Static_assert(sizeof(struct utsname) == 390 && sizeof(struct dirent) == (sizeof(long) == 8 ? 280 : 268) && sizeof(struct pollfd) == 8, "others");
_Static_assert(sizeof(struct rusage) == (sizeof(long)==8?144:72) && sizeof(mbstate_t) == 8 && sizeof(struct msghdr) == (sizeof(long)==8?56:28), "more");
int main(void) { struct stat st; fd_set s; FD_ZERO(&s); FD_SET(3, &s); return stat("x", &st) == 0 && FD_ISSET(3, &s) && htonl(1) == 0x1000000; }`

// TestDialects checks that spellings of C99, GNU C and older C are translated, as programs of the
// competitions use them.
func TestDialects(t *testing.T) {
	for name, text := range map[string]string{
		"__auto_type":            "int main(void) { __auto_type x = 5L; return (int)x; }",
		"constants before ?:":    "int main(void) { int a = 1 ?: 2, b[2] = {0 ?: 3, 'c' ?: 4}; return (a ?: 0) + (5 ?: b[0]); }",
		"typeof":                 "int main(void) { int a; __typeof__(a) b = 1; typeof(&b) p = &b; return *p; }",
		"old designators":        "struct s { int a, b; } x = { a: 1, b: 2 }; int main(void) { return x.b; }",
		"empty struct":           "struct e {}; struct s { struct e e; int x; }; int main(void) { struct s s; s.x = 1; return s.x; }",
		"zero-length array":      "struct s { int n; int v[0]; }; int main(void) { return sizeof(struct s); }",
		"void pointers":          "int main(void) { int a[2]; void *p = a; p = p + 4; return p == &a[1]; }",
		"fallthrough":            "int main(void) { switch (1) { case 1: __attribute__((fallthrough)); case 2: return 2; } return 0; }",
		"asm barrier":            "int main(void) { int x = 1; __asm__ volatile (\"\" ::: \"memory\"); return x; }",
		"asm output":             "int main(void) { int x = 1, y = 2; __asm__(\"mov %1, %0\" : \"=r\"(x) : \"r\"(y)); return x; }",
		"asm name":               "extern int f(int) __asm__(\"g\"); int main(void) { return f(1); }",
		"register":               "int main(void) { register int i = 0; return i; }",
		"__thread":               "static __thread int x = 1; int main(void) { return x; }",
		"inline":                 "extern __inline__ __attribute__((__gnu_inline__)) int f(int x) { return x; } int main(void) { return f(1); }",
		"implicit int":           "static x; f() { return x; } main() { return f(); }",
		"undeclared functions":   "int main() { int *p = malloc(4); foo(p, 1); if (nondet_bool()) bar(); return 0; }",
		"NULL without a header":  "struct s { struct s *next; } x; int main(void) { x.next = NULL; return x.next == NULL; }",
		"K&R":                    "int f(a, b, c) char *b; int a; double c; { return a + *b; } int main() { return f(1, \"x\", 1.0); }",
		"__extension__":          "int main(void) { __extension__ long long x = __extension__ 3; return (int)x; }",
		"const pointers":         "int main(void) { const int *const p = (const int *)0; return p ? *p : 0; }",
		"restrict":               "void f(int *restrict p, int *__restrict q) { *p = *q; } int main(void) { int a, b = 1; f(&a, &b); return a; }",
		"static in parameter":    "int f(int a[static 3]) { return a[2]; } int main(void) { int a[3] = {1, 2, 3}; return f(a); }",
		"unnamed parameter":      "int f(int, int y) { return y; } int main(void) { return f(1, 2); }",
		"variadic macro":         "#define P(f, ...) printf(f, ##__VA_ARGS__)\nint printf(const char *, ...); int main(void) { P(\"x\"); P(\"%d\", 1); return 0; }",
		"varargs":                "#include <stdarg.h>\nint f(int n, ...) { va_list v; va_start(v, n); int s = 0; while (n--) s += va_arg(v, int); va_end(v); return s; } int main(void) { return f(2, 1, 2); }",
		"offsetof nested":        "struct s { int a; struct { int b[3]; } c; }; int main(void) { return __builtin_offsetof(struct s, c.b[2]); }",
		"offsetof in a bound":    "typedef struct { int *d; int *f; short g[3]; } A; union u { char p[__builtin_offsetof(A, f)]; char q[sizeof ((A *)0)->g]; }; _Static_assert(sizeof(union u) == (sizeof(long) == 8 ? 8 : 6), \"u\"); int main(void) { return 0; }",
		"sizeof in a bound":      "typedef struct { int *d; int *f; short g[3]; } A; union u { char p[sizeof *(A *)0]; }; _Static_assert(sizeof(union u) == (sizeof(long) == 8 ? 24 : 16), \"u\"); int main(void) { return 0; }",
		"index in a bound":       "typedef struct { int *d; int *f; short g[3]; } A; union u { char p[sizeof ((A *)0)[1]]; }; _Static_assert(sizeof(union u) == (sizeof(long) == 8 ? 24 : 16), \"u\"); int main(void) { return 0; }",
		"cast to union":          "union u { int i; float f; }; int main(void) { return ((union u)3).i; }",
		"struct in condition":    "struct s { int a; }; struct s f(void) { struct s s = {1}; return s; } int main(void) { if (f().a) return 1; return 0; }",
		"system headers":         systemHeaders,
		"headers":                "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <float.h>\n#include <inttypes.h>\n#include <limits.h>\n#include <math.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n#include <signal.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n#include <sys/time.h>\n#include <sys/types.h>\n#include <time.h>\n#include <unistd.h>\n#include <alloca.h>\n#include <malloc.h>\nint main(void) { errno = 0; bool b = true; size_t n = strlen(\"ab\"); uint64_t u = UINT64_MAX; return INT_MAX > 0 && b && n == 2 && u; }",
		"line markers":           "# 1 \"x.c\"\n# 1 \"<built-in>\"\n# 1 \"x.c\"\nint main(void) {\n# 7 \"y.h\" 3 4\n return 0; }",
		"stdio":                  "#include <stdio.h>\nint main(void) { int x; char s[9]; if (scanf(\"%d\", &x) == 1) { sprintf(s, \"%d\", x); fprintf(stderr, \"%s\", s); } return getchar(); }",
		"atexit":                 "#include <stdlib.h>\nvoid f(void) {} int main(void) { atexit(f); exit(0); }",
		"complex declarators":    "int *(*(*fp)(int))[3]; int (*g(void))(int) { return 0; } int main(void) { return fp == 0 && g() == 0; }",
		"bit-field enum":         "enum e { A, B }; struct s { enum e x : 2; signed y : 3; }; int main(void) { struct s s = { B, -1 }; return s.x + s.y; }",
		"typedef shadowed":       "typedef int T; int main(void) { T T = 3; return T; }",
		"long strings":           "const char *s = \"a\" \"\\x41\" \"c\"; int main(void) { return s != 0; }",
		"goto over declarations": "int main(void) { goto l; int x; l: x = 1; return x; }",
		"nested functions calls": "int f(int a) { return a; } int main(void) { return f(f(1) + f(f(2))) + (f(3), f(4)); }",
		"comparison of pointers": "int main(void) { int a[2]; char *p = (char *)a; return p < (char *)&a[1] && p != 0 && a; }",
		"tentative":              "int x; int x; extern int x; int x = 4; static int y; static int y; int main(void) { return x + y; }",
		"extern in block":        "int main(void) { extern int x; return x; } int x = 3;",
		"recursion through data": "struct n { struct n *next; int (*f)(struct n *); }; int g(struct n *n) { return n->next ? n->next->f(n->next) : 0; } int main(void) { struct n a = { 0, g }, b = { &a, g }; return b.f(&b); }",
	} {
		for _, m := range []cfg.DataModel{cfg.ILP32, cfg.LP64} {
			p, err := Load("p.c", []byte(text), Options{Model: m})
			if assert.NoError(t, err, name) {
				assert.NoError(t, p.Check(), name)
			} else if !errors.Is(err, errors.ErrUnsupported) {
				t.Log(text)
			}
		}
	}
}

// TestForgottenHeader: NULL without a header is the null pointer, and a note says so. A program
// that gives the name a meaning keeps it.
func TestForgottenHeader(t *testing.T) {
	for text, notes := range map[string]int{
		"int main(void) { int *p = NULL; return p == NULL; }":               1,
		"#include <stddef.h>\nint main(void) { int *p = NULL; return !p; }": 0,
		"enum { NULL = 3 }; int main(void) { return NULL; }":                0,
		"#ifdef NULL\n#error NULL\n#endif\nint main(void) { return 0; }":    0,
	} {
		p, err := Load("p.c", []byte(text), Options{Model: cfg.LP64})
		require.NoError(t, err, text)
		assert.Len(t, p.Notes, notes, text)
	}
	_, err := Load("p.c", []byte("int main(void) { int *p = NULL; return x; }"), Options{Model: cfg.LP64})
	assert.ErrorContains(t, err, "x is not declared")
}
