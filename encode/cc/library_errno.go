// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"
	"sync"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
)

// errno is the variable of the macro in errno.h. Models in include/models.c store in it themselves.
const errno = "__cornet_errno"

// failing are the functions whose models do not decide whether they fail. Each may store any number
// in errno. They include the functions with ranges of results, and those that access memory without
// a model, such as system calls.
var failing = sync.OnceValue(func() map[string]bool {
	z := map[string]bool{}
	for _, name := range strings.Fields(`
		printf fprintf dprintf vprintf vfprintf sprintf vsprintf snprintf vsnprintf puts fputs putchar putc fputc
		fwrite write perror fopen fclose close fflush setvbuf remove system time clock gettimeofday clock_gettime
		scanf fscanf sscanf fgets gets getchar getc fgetc fread read
		strtod strtof strtold atof strerror strerror_r strptime strfmon sysconf isatty realpath ttyname getlogin setlocale
		posix_memalign getline getdelim opendir getpgid setpgid getsid setsid setuid setgid seteuid setegid chroot umask nice
		mmap mremap raise fork vfork system sched_yield sleep usleep nanosleep
		sem_init sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sem_destroy sem_getvalue sem_close`) {
		z[name] = true
	}
	for _, name := range strings.Fields("acos acosh asin atanh cosh exp exp2 expm1 fdim fma fmod hypot ilogb ldexp lgamma log log10 log1p log2 " +
		"logb llrint llround lrint lround nextafter pow remainder remquo scalbn scalbln sin cos tan sinh sqrt tgamma atan2 erfc") {
		z[name], z[name+"f"], z[name+"l"] = true, true, true
	}
	for name := range resultRanges {
		z[name] = true
	}
	for name, all := range newAccesses() {
		if slices.ContainsFunc(all, func(a access) bool { return a.word != "own" }) && !strings.Contains(name, "setjmp") {
			z[name] = true
		}
	}
	for _, name := range allocating {
		z[name] = true
	}
	return z
})

// allocating are functions that set errno if memory is exhausted.
var allocating = strings.Fields("malloc calloc realloc aligned_alloc memalign valloc strdup strndup")

func isErrno(t cpp.Token) bool { return t.Text == errno }

// setErrno models the effect of a library function that may fail on errno.
func (b *builder) setErrno(c *callSite) {
	name := strings.TrimPrefix(c.name, "__builtin_")
	if failing()[name] && (b.o.MallocMayFail || !slices.Contains(allocating, name)) {
		b.anyErrno(c)
	}
}

// anyErrno makes a function store any number in errno, if the program mentions errno.
func (b *builder) anyErrno(c *callSite) {
	if !slices.ContainsFunc(b.parts, func(p *translationUnit) bool { return p.errno }) {
		return
	}
	if v := b.globals[errno]; v != nil {
		b.use(v)
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.imprecise(b.types.int(), c.name+" may set errno")})
	}
}
