// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
)

// text returns the model of functions that write a text to the memory that their first argument
// points to. If sizes is not 0, the argument at that index bounds the number of characters. format
// is the index of the format. The text is exact if the format is a literal and its conversions have
// models. Otherwise it is any text.
func text(sizes, format int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 2)
		to := b.convertAt(c.n, args[0], b.types.pointer(b.types.char()))
		_, most := b.types.size().Range()
		size := cfg.Expr(cfg.Const{Value: most, Of: b.types.size()})
		if sizes > 0 {
			size = args[sizes]
		}
		p := &printer{b: b, c: c, args: args, next: format + 1, to: b.spill(to), size: b.spill(b.convertAt(c.n, size, b.types.size()))}
		if pieces, ok := p.pieces(format); ok {
			return p.print(pieces)
		}
		b.storeCounts(c, args, format)
		b.note(c.n, true, "%s writes any text", c.name)
		op := cfg.Call{Callee: b.modelFunction(c, "any_text"), Args: []cfg.Expr{p.to}}
		if sizes > 0 {
			op = cfg.Call{Callee: b.modelFunction(c, "any_text_n"), Args: []cfg.Expr{p.to, p.size}}
		}
		return b.emitCall(c, op, b.resultOf(op.Callee))
	}
}

// A printer translates a call of sprintf or snprintf to calls of functions in include/models.c, one
// call for each part of the format.
type printer struct {
	b        *builder
	c        *callSite
	args     []cfg.Expr
	next     int // the next argument
	to, size cfg.Expr
	at       cfg.VarPlace // the number of characters so far
}

// A piece is a part of a format: a character, or a conversion with its argument.
type piece struct {
	character byte
	conversion
	arg cfg.Expr
}

// pieces splits the format. It fails for parts without an exact model: widths that are arguments,
// wide characters, pointers, floating-point numbers, %n and lists of arguments.
func (p *printer) pieces(index int) ([]piece, bool) {
	format, ok := p.b.format(p.c, index)
	if !ok || strings.HasPrefix(strings.TrimPrefix(p.c.name, "__builtin_"), "v") {
		return nil, false
	}
	var z []piece
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			z = append(z, piece{character: format[i]})
			continue
		}
		x := piece{}
		if x.conversion, i = specification(format, i+1, false); x.letter == '%' {
			z = append(z, piece{character: '%'})
			continue
		}
		if x.letter == 0 || !strings.ContainsRune("diouxXcs", rune(x.letter)) || x.args > 0 || strings.ContainsAny(x.flags, "'I") ||
			(x.letter == 'c' || x.letter == 's') && x.length != "" || p.next >= len(p.args) {
			return nil, false
		}
		x.arg = p.args[p.next]
		p.next++
		if t := x.arg.Type(); x.letter == 's' && !pointsToText(t) || x.letter != 's' && t.Kind != cfg.Int {
			return nil, false
		}
		z = append(z, x)
	}
	return z, true
}

// pointsToText reports whether t is the type of pointers to characters.
func pointsToText(t *cfg.Type) bool {
	return t.Kind == cfg.Pointer && t.Elem.Kind == cfg.Int && t.Elem.Width == 8
}

// print emits the calls. It yields the number of characters of the whole text.
func (p *printer) print(pieces []piece) cfg.Expr {
	b := p.b
	p.at = cfg.VarPlace{Var: b.temp(b.types.size())}
	b.emit(cfg.Assign{To: p.at, Value: b.zero(b.types.size())})
	for _, x := range pieces {
		switch {
		case x.letter == 0:
			p.call("put", b.constant(int64(int8(x.character)), b.types.char()))
		case x.letter == 's':
			p.call("put_text", x.arg, p.int(x.width), p.int(x.digits), p.flag(x, '-'))
		case x.letter == 'c':
			p.call("put_padded", b.lowBits(x.arg, b.types.char()), p.int(x.width), p.flag(x, '-'))
		default:
			p.number(x)
		}
	}
	p.call("put_end")
	return b.convert(cfg.Load{From: p.at}, b.types.int())
}

// bases are the bases of the conversions of unsigned numbers.
var bases = map[byte]int{'u': 10, 'o': 8, 'x': 16, 'X': 16}

func (p *printer) number(x piece) {
	b := p.b
	wide := b.types.integer(64, false)
	value := b.spill(b.lowBits(x.arg, b.numberType(x.conversion)))
	sign, base := p.int(0), bases[x.letter]
	if base == 0 { // signed
		base = 10
		positive := 0
		switch {
		case strings.Contains(x.flags, "+"):
			positive = '+'
		case strings.Contains(x.flags, " "):
			positive = ' '
		}
		long := b.types.integer(64, true)
		minus := b.compare(cfg.Lt, b.convert(value, long), b.zero(long))
		sign = b.ifThenElse(minus, p.int('-'), p.int(positive))
		all := b.types.integer(65, true) // this type also contains the negation of the least number
		value = b.lowBits(b.ifThenElse(minus, b.binary(cfg.Sub, b.zero(all), b.convert(value, all), all), b.convert(value, all)), wide)
	}
	upper := 0
	if x.letter == 'X' {
		upper = 1
	}
	p.call("put_number", b.convert(value, wide), sign, p.int(base), p.int(upper), p.int(x.width), p.int(x.digits),
		p.flag(x, '-'), p.flag(x, '0'), p.flag(x, '#'))
}

func (p *printer) int(v int) cfg.Expr { return p.b.constant(int64(v), p.b.types.int()) }

func (p *printer) flag(x piece, f byte) cfg.Expr {
	if strings.IndexByte(x.flags, f) >= 0 {
		return p.int(1)
	}
	return p.int(0)
}

// call calls a function of include/models.c. The function writes from position at on, and yields
// the position after its text.
func (p *printer) call(name string, args ...cfg.Expr) {
	f := p.b.modelFunction(p.c, name)
	p.b.emit(cfg.Call{Callee: f, To: p.at, Args: append([]cfg.Expr{p.to, p.size, cfg.Load{From: p.at}}, args...)})
}
