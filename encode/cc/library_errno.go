// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
)

// errno is the variable of the macro in errno.h. Models in include/models.c store in it themselves.
const errno = "__cornet_errno"

// failing are the functions whose models do not decide whether they fail. Each may store any number
// in errno.
var failing = strings.Fields(`
	printf fprintf dprintf vprintf vfprintf sprintf vsprintf snprintf vsnprintf puts fputs putchar putc fputc
	fwrite write perror fopen fclose close fflush setvbuf remove system time clock gettimeofday clock_gettime
	scanf fscanf sscanf fgets gets getchar getc fgetc fread read
	strtod strtof atof sqrt sqrtf sqrtl fmod fmodf fmodl fdim fdimf fdiml lrint llrint lround llround
	sem_init sem_wait sem_trywait sem_timedwait sem_clockwait sem_post sleep usleep nanosleep sched_yield posix_memalign`)

func isErrno(t cpp.Token) bool { return t.Text == errno }

// setErrno models the effect of a library function that may fail on errno.
func (b *builder) setErrno(c *callSite) {
	if slices.Contains(failing, strings.TrimPrefix(c.name, "__builtin_")) {
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
