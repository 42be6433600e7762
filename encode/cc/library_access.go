// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"strconv"
	"strings"

	"cornet/encode/cfg"
)

// This file checks the memory that library functions access, if their models do not access it
// themselves.

// accessRows has one line for each function, with one word for each parameter:
//
//	own          its model accesses the object, in operations that are checked
//	text         reads a text, up to its zero
//	read N       reads N bytes
//	write N      stores in N bytes
//	in, out      reads an object of the type that the parameter points to; stores in it
//	format       reads the text of a format of printf, and the arguments after it as its
//	             conversions require
//	reads, any   reads, or accesses, memory that is not checked: lists of arguments, wide
//	             characters, memory whose size depends on the system
//
// The word - means that there is no access to check. The argument may be a number, or a pointer to
// an object of the library's own, such as a FILE. It may also be a pointer to an object that the
// function does not access.
//
// A question mark means that the pointer may be null. N is a product of numbers and of arguments.
// #1 is the first argument.
const accessRows = `
	printf format          | fprintf - format        | dprintf - format       | printk format
	vprintf format reads   | vfprintf - format reads | vdprintf - format reads
	sprintf own format     | snprintf own - format   | vsprintf own format reads | vsnprintf own - format reads
	err - format           | errx - format           | warn format            | warnx format       | syslog - format
	scanf text             | fscanf - text           | sscanf text text
	puts text              | fputs text -            | perror text?           | fwrite read #2*#3 - - -
	fopen text text        | freopen text? text -    | fdopen - text          | popen text text
	remove text            | rename text text        | system text?           | getenv text
	setenv text text -     | unsetenv text           | setlocale - text?      | nan text | nanf text | nanl text
	write - read #3 -      | send - read #3 - -      | sendto - read #3 - - read? #6 - | pwrite - read #3 - -
	execv text any | execvp text any
	open text - -          | openat - text - -       | creat text -           | unlink text | rmdir text | mkdir text - | mkfifo text -
	access text -          | chdir text              | chmod text -           | opendir text | symlink text text | link text text
	openlog text? - -      | dlopen text? -          | dlsym - text           | inet_addr text | wctype text
	bind - read #3 -       | connect - read #3 -     | setsockopt - - - read? #5 - | setrlimit - in | nanosleep in out?
	pread - write #3 - -   | pread64 - write #3 - -  | recv - write #3 - -    | recvfrom - write #3 - - any? any?
	stat text out          | fstat - out             | lstat text out         | uname out | sysinfo out
	getrlimit - out        | getrusage - out         | clock_getres - out?    | clock_gettime - out | gettimeofday out? out?
	time out?              | wait out?               | waitpid - out? -       | getitimer - out | setitimer - in out? | tcgetattr - out
	select - out? out? out? out? | poll write #2*8 - -
	accept - any? any?     | getsockname - any any   | getpeername - any any  | getsockopt - - - any any
	getnameinfo read #2 - write? #4 - write? #6 - -
	inet_pton - text any   | inet_aton text out      | ioctl - - any?         | fcntl - - any?
	getcwd write? #2 -     | readlink text write #3 - | readlinkat - text write #4 - | pipe write 8 | pipe2 write 8 - | socketpair - - - write 8
	gethostname write #2 - | getdomainname write #2 - | getgroups - write #1*4 | confstr - write? #3 - | getrandom write #2 - - | getentropy write #2 -
	ttyname_r - write #3 - | getlogin_r write #2 -   | localtime_r in out     | ctime_r in write 26
	getpwnam_r text out write #4 - out               | getpwuid_r - out write #4 - out
	utime text in? | gmtime_r in out | asctime_r in write 26  | strftime write #2 - text in | strxfrm write? #3 text -
	setjmp any | _setjmp any | sigsetjmp any - | __sigsetjmp any -
	localtime in | gmtime in | ctime in | asctime in | mktime out | timespec_get out - | times out
	frexp - own | frexpf - own | frexpl - own | modf - own | modff - own | modfl - own
	basename any? | dirname any? | mbrlen reads? - any? | mkstemp any | mkdtemp any | tmpnam any? | fgetpos - out | fsetpos - in
	sigemptyset out | sigfillset out | sigaddset out - | sigdelset out - | sigprocmask - in? out? | sigwait in out | epoll_wait - any - -
	drand48 | lrand48 | mrand48 | erand48 any | nrand48 any | jrand48 any | srand48 -
	munmap any - | mprotect - - - | msync - - - | mlock - - | munlock - - | sendmsg - reads - | writev - reads - | mbsinit reads? | fputws reads -
	fclose - | fflush - | feof - | ferror - | clearerr - | fileno - | fseek - - - | ftell - | rewind - | ungetc - - | putc - - | fputc - - | fwide - - | getc_unlocked - | fseeko - - - | ftello - | flockfile - | funlockfile -
	setbuf - - | setvbuf - - - - | pclose - | closedir - | readdir - | rewinddir - | dlclose -
	fgetwc - | getwc - | fputwc - - | putwc - - | wprintf reads | fwprintf - reads
	wcslen reads | wcscmp reads reads | wcsncmp reads reads - | wcschr reads - | wcsrchr reads - | wcsstr reads reads | wmemchr reads - - | wmemcmp reads reads -`

// An access is the way in which a function accesses the object that an argument points to.
type access struct {
	word   string // of accessRows, without its question mark
	null   bool   // or the argument is null
	extent []string
}

// writes reports whether a function may store through the argument.
func (a access) writes() bool { return a.word == "write" || a.word == "out" || a.word == "any" }

// newAccesses reads accessRows.
func newAccesses() map[string][]access {
	z := map[string][]access{}
	for _, row := range strings.FieldsFunc(accessRows, func(c rune) bool { return c == '\n' || c == '|' }) {
		words := strings.Fields(row)
		if len(words) == 0 {
			continue
		}
		var all []access
		for i := 1; i < len(words); i++ {
			word, null := strings.CutSuffix(words[i], "?")
			a := access{word: word, null: null}
			if word == "read" || word == "write" {
				i++
				a.extent = strings.Split(words[i], "*")
			}
			all = append(all, a)
		}
		z[words[0]] = all
	}
	return z
}

// accessesOf returns the accesses of a function, by its name or by the name without the prefix of a
// builtin.
func (u *unit) accessesOf(name string) ([]access, bool) {
	base := strings.TrimPrefix(name, "__builtin_")
	if rest, ok := strings.CutSuffix(base, "_chk"); ok {
		base = strings.TrimPrefix(rest, "__")
	}
	all, ok := u.accesses[base]
	return all, ok
}

// accessArguments evaluates the arguments of a call. If memory or races are checked, it also emits
// the accesses of the function to their memory.
func (b *builder) accessArguments(c *callSite) {
	all, known := b.accessesOf(c.name)
	if !known || !b.o.Memory && !b.racing() {
		return
	}
	b.evaluate(c)
	for i, a := range all[:min(len(all), len(c.values))] {
		switch a.word {
		case "-", "own":
		case "format":
			b.readFormat(c, i)
		case "text":
			if p, ok := b.pointerTo(c, i); ok && pointsToText(p.Type()) {
				b.whereSome(p, a.null, func() { b.readText(c, p, nil) })
				continue
			}
			b.unchecked(c)
		default:
			b.accessBlock(c, a, i)
		}
	}
}

// racing reports whether unordered accesses of threads matter.
func (b *builder) racing() bool { return b.threads && b.o.Races }

// unchecked adds an assumption that names a function with accesses that are not checked.
func (b *builder) unchecked(c *callSite) {
	if b.o.Memory {
		b.assume(c.n, "%s() is given pointers to memory that it may access", c.name)
	}
	if b.racing() {
		b.assume(c.n, "what %s() accesses through its arguments is in no data race", c.name)
	}
}

// pointerTo returns an argument as the pointer that the function declares. Without a declaration,
// the argument stays as it is. The result is false if it is not a pointer to an object.
func (b *builder) pointerTo(c *callSite, i int) (cfg.Expr, bool) {
	x := c.values[i]
	if c.fun != nil && i < len(c.fun.Parameters()) {
		x = b.argument(c, x, b.adjusted(b.typeOf(c.n, c.fun.Parameters()[i].Type())))
	}
	t := x.Type()
	return x, t.Kind == cfg.Pointer && t.Elem.Kind != cfg.Func
}

// whereSome runs f. If null is set, f runs only for pointers p that are not null.
func (b *builder) whereSome(p cfg.Expr, null bool, f func()) {
	if !null {
		f()
		return
	}
	if isNull(p) {
		return
	}
	some, after := b.node(), b.node()
	b.branch(p, some, after)
	b.cur = some
	f()
	b.label(after)
}

// readText makes a function read a text, or at most as many characters as given. It emits a call of
// strlen, or of a function that reads less and has the same errors.
func (b *builder) readText(c *callSite, x, most cfg.Expr) {
	if isLiteral(x) || b.isOwnText(x) {
		return
	}
	name, args := "strlen", []cfg.Expr{x}
	switch {
	case most != nil:
		name, args = "strnlen", append(args, b.convertAt(c.n, most, b.types.size()))
	case b.hasOwnTexts():
		name = "read_text"
		x = b.spill(x)
		args[0] = x
		b.demand(x, cfg.Error{Kind: cfg.InvalidDeref, What: c.name + "() reads a text, of a null pointer"})
	case b.looksForEnds():
		name = "pass_text"
	}
	b.emit(cfg.Call{Callee: b.modelFunction(c, name), Args: args})
}

// accessBlock claims that the bytes which a function accesses through an argument belong to a live
// object.
func (b *builder) accessBlock(c *callSite, a access, i int) {
	p, ok := b.pointerTo(c, i)
	if ok && isNull(p) && a.null {
		return
	}
	bytes, known := b.extent(c, a, p)
	if !ok || !known {
		if ok || a.extent != nil {
			b.unchecked(c)
		}
		return
	}
	if b.racing() && !a.writes() {
		b.assume(c.n, "what %s() accesses through its arguments is in no data race", c.name)
	}
	n, constant := cfg.Fold(bytes, nil)
	if !b.o.Memory || constant && n.Sign() == 0 {
		return
	}
	p = b.spill(p)
	var valid cfg.Expr = cfg.Valid{Pointer: p, Bytes: bytes, Write: a.writes(), Of: b.types.int()}
	if !constant {
		valid = b.logical(cfg.LogOr, b.compare(cfg.Eq, bytes, b.zero(bytes.Type())), valid)
	}
	if a.null {
		valid = b.logical(cfg.LogOr, b.compare(cfg.Eq, p, b.zero(p.Type())), valid)
	}
	verb := "reads"
	if a.writes() {
		verb = "stores"
	}
	b.demand(valid, cfg.Error{Kind: cfg.InvalidDeref, What: fmt.Sprintf("what %s() %s through argument %d", c.name, verb, i+1)})
}

// demand makes it a memory error if x is 0, provided that memory is checked.
func (b *builder) demand(x cfg.Expr, e cfg.Error) {
	if !b.o.Memory {
		return
	}
	fine, wrong := b.node(), b.node()
	b.branch(x, fine, wrong)
	b.cur = wrong
	b.end(e)
	b.cur = fine
}

// extent returns the number of bytes that a function accesses through p, or false if it is not
// known.
func (b *builder) extent(c *callSite, a access, p cfg.Expr) (cfg.Expr, bool) {
	t := b.types.size()
	if a.word == "in" || a.word == "out" {
		if p.Type().Kind != cfg.Pointer || p.Type().Elem.Size <= 0 || p.Type().Elem.Kind == cfg.Void {
			return nil, false
		}
		return b.constant(p.Type().Elem.Size, t), true
	}
	var z cfg.Expr
	for _, f := range a.extent {
		var x cfg.Expr
		if number, isArgument := strings.CutPrefix(f, "#"); isArgument {
			n, _ := strconv.Atoi(number)
			if n > len(c.values) || c.values[n-1].Type().Kind != cfg.Int {
				return nil, false
			}
			x = b.convertAt(c.n, c.values[n-1], t)
		} else {
			n, _ := strconv.Atoi(f)
			x = b.constant(int64(n), t)
		}
		if z == nil {
			z = x
			continue
		}
		z = b.binary(cfg.Mul, z, x, t)
	}
	return z, z != nil
}

// readFormat reads a format of printf, which is the argument at an index, and the texts of its
// conversions %s.
func (b *builder) readFormat(c *callSite, index int) {
	format, ok := b.format(c, index)
	cs, well := conversions(format, false)
	if !ok || !well {
		if p, ok := b.pointerTo(c, index); ok && pointsToText(p.Type()) {
			b.readText(c, p, nil)
		}
		b.unchecked(c)
		return
	}
	next := index + 1
	for _, s := range cs {
		next += s.args
		if s.letter == 'm' {
			continue
		}
		if next < len(c.values) && (s.letter == 's' || s.letter == 'S') {
			b.readConversion(c, s, next)
		}
		next++
	}
}

// readConversion reads the argument at an index, which a conversion %s prints. A negative precision
// counts as no precision.
func (b *builder) readConversion(c *callSite, s conversion, index int) {
	x := c.values[index]
	if s.letter == 'S' || s.length != "" || x.Type().Kind != cfg.Pointer {
		b.unchecked(c)
		return
	}
	if !isLiteral(x) {
		x = b.convertAt(c.n, x, b.types.pointer(b.types.char()))
	}
	switch {
	case s.starred:
		b.readText(c, x, c.values[index-1])
	case s.digits >= 0:
		b.readText(c, x, b.constant(int64(s.digits), b.types.size()))
	default:
		b.readText(c, x, nil)
	}
}

// isLiteral reports whether x is an address in a string literal, before its end, or one of several
// such addresses.
func isLiteral(x cfg.Expr) bool {
	switch x := cfg.StripCasts(x).(type) {
	case cfg.Cond:
		return isLiteral(x.Then) && isLiteral(x.Else)
	case cfg.AddrOf:
		l := x.Place
		if e, ok := l.(cfg.IndexPlace); ok {
			i, known := cfg.Fold(e.Index, nil)
			if !known || i.Sign() < 0 || !i.IsInt64() || i.Int64() >= e.In.Type().Len {
				return false
			}
			l = e.In
		}
		v, ok := l.(cfg.VarPlace)
		return ok && v.Var.Literal
	}
	return false
}
