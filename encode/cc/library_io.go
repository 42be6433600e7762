// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
)

// ioModels read and write. Output is dropped, and input is any value.
func ioModels() map[string]model {
	return map[string]model{
		"printf": formatted(0), "fprintf": formatted(1), "dprintf": formatted(1), "vprintf": formatted(0), "vfprintf": formatted(1),
		"puts": output, "fputs": output, "putchar": output, "putc": output, "fputc": output, "fwrite": output, "write": output,
		"perror": output, "printk": formatted(0), "fclose": output, "fflush": output, "usleep": output, "nanosleep": pause, "close": output, "feof": output, "ferror": output, "remove": output,
		"time": clockValue, "clock": clockValue, "getpid": clockValue, "gettimeofday": clockValue, "clock_gettime": clockValue,
		"stat": filled, "fstat": filled, "lstat": filled, "uname": filled, "getrlimit": filled, "getrusage": filled, "clock_getres": filled,
		"wait": filled, "waitpid": filled, "select": filled, "poll": filled, "accept": filled, "recv": filled, "recvfrom": filled,
		"getsockname": filled, "getpeername": filled, "getsockopt": filled, "inet_pton": filled, "inet_aton": filled,
		"getcwd": filled, "readlink": filled, "readlinkat": filled, "pipe": filled, "pipe2": filled, "socketpair": filled, "pread": filled, "pread64": filled,
		"gethostname": filled, "getdomainname": filled, "getgroups": filled, "confstr": filled, "sysinfo": filled, "getitimer": filled, "getrandom": filled,
		"getentropy": filled, "ioctl": filled, "tcgetattr": filled, "getnameinfo": filled,
		"ttyname_r": filled, "getlogin_r": filled, "getpwnam_r": filled, "getpwuid_r": filled, "localtime_r": filled, "gmtime_r": filled, "ctime_r": filled, "asctime_r": filled, "strftime": filled, "strxfrm": filled,
		"setbuf": buffered, "setvbuf": buffered,
		"system": parsed, "difftime": parsed,
		"frexp": exponent(64), "frexpf": exponent(32), "frexpl": exponent(80),
		"scanf": input(0), "fscanf": input(1), "sscanf": input(1),
		"sprintf": text(0, 1), "vsprintf": text(0, 1), "snprintf": text(1, 2), "vsnprintf": text(1, 2),
	}
}

// output evaluates its arguments. The number of characters written, or a failure, is not modelled.
func output(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	return b.anyResult(c)
}

// clockValue yields any value. It stores any values in the objects that its pointer arguments point
// to, unless they are null.
func clockValue(b *builder, c *callSite) cfg.Expr {
	for _, x := range b.dropped(c) {
		if x.Type().Kind == cfg.Pointer && x.Type().Elem.Size > 0 && x.Type().Elem.Kind != cfg.Void {
			x = b.spill(x)
			b.whereSome(x, true, func() { b.emit(cfg.Havoc{To: b.deref(c.n, x)}) })
		}
	}
	return b.indeterminate(c)
}

// filled yields any value, and stores any values in the objects that it fills through its
// arguments.
func filled(b *builder, c *callSite) cfg.Expr {
	b.storeAny(c, b.dropped(c))
	return b.indeterminate(c)
}

// storeAny stores any values in the objects that a function writes through its arguments. It
// reports whether there are such objects.
func (b *builder) storeAny(c *callSite, args []cfg.Expr) (any bool) {
	all, _ := b.accessesOf(c.name)
	for i, a := range all[:min(len(all), len(args))] {
		if a.writes() {
			b.clobber(args[i], "what "+c.name+" stores")
			any = true
		}
	}
	return any
}

// pause is the model of nanosleep. A signal may end it; then it stores the remaining time.
func pause(b *builder, c *callSite) cfg.Expr {
	args := b.dropped(c)
	ended, after := b.node(), b.node()
	b.branch(b.spill(b.imprecise(b.types.bool(), "a signal may end "+c.name)), ended, after)
	b.cur = ended
	b.storeAny(c, args)
	b.label(after)
	return b.anyResult(c)
}

// buffered gives a FILE a buffer. It refuses a buffer of the program, since later output would be
// stored there.
func buffered(b *builder, c *callSite) cfg.Expr {
	if args := b.atLeast(c, 2); !isNull(b.pointerArgument(c, args[1])) {
		b.refuse(c.n, "%s with a buffer of the program's own", c.name)
	}
	return b.anyResult(c)
}

// parsed yields any value for its arguments.
func parsed(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	return b.anyResult(c)
}

// anyResult returns the result of a library function that is not modelled exactly. It does not
// count as an input, since the real value is not arbitrary.
func (b *builder) anyResult(c *callSite) cfg.Expr {
	t := b.result(c)
	if t.Kind == cfg.Void || !c.used {
		return b.voidValue()
	}
	return b.imprecise(t, c.name+" yields any value")
}

// exponent yields any number, and stores any number in the object that its second argument points
// to.
func exponent(width int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 2)
		to := b.deref(c.n, b.convertAt(c.n, args[1], b.types.pointer(b.types.int())))
		b.emit(cfg.Assign{To: to, Value: b.imprecise(b.types.int(), c.name+" stores any exponent")})
		return b.imprecise(b.types.float(width), c.name+" yields any value")
	}
}

// modelFunction returns a function of include/models.c.
func (b *builder) modelFunction(c *callSite, name string) *cfg.Function {
	f := b.funcs["__cornet_"+name]
	if f == nil || f.cfg == nil {
		b.refuse(c.n, "function %s", c.name)
	}
	b.require(f)
	return f.cfg
}

func mathModels() map[string]model {
	return map[string]model{
		"div": quotient, "ldiv": quotient, "lldiv": quotient, "imaxdiv": quotient,
		"abs": absolute, "labs": absolute, "llabs": absolute, "imaxabs": absolute,
	}
}

// quotient is the model of div and similar functions.
func quotient(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	z := cfg.Aggregate{Of: b.result(c)}
	operators := map[string]cfg.BinaryOp{"quot": cfg.Div, "rem": cfg.Rem}
	if z.Of.Kind != cfg.Struct || len(z.Of.Fields) != len(operators) {
		b.refuse(c.n, "function %s of type %v", c.name, z.Of)
	}
	x, y := b.spill(args[0]), b.spill(args[1])
	for _, f := range z.Of.Fields {
		op, ok := operators[f.Name]
		t := f.Type
		if !ok || t.Kind != cfg.Int {
			b.refuse(c.n, "function %s of type %v", c.name, z.Of)
		}
		z.Elems = append(z.Elems, b.operate(c.n, op, b.convertAt(c.n, x, t), b.convertAt(c.n, y, t)))
	}
	return z
}

// absolute is the model of abs and similar functions. The least number is not changed.
func absolute(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	t := b.types.int()
	switch strings.TrimPrefix(c.name, "__builtin_") {
	case "labs":
		t = b.types.long()
	case "llabs", "imaxabs":
		t = b.types.integer(64, true)
	}
	x := b.spill(b.convertAt(c.n, args[0], t))
	return b.ifThenElse(b.compare(cfg.Lt, x, b.zero(t)), b.unary(c.n, cfg.Neg, x), x)
}
