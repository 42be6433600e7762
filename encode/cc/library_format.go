// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"regexp"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// This file parses formats of printf and scanf, since they determine through which arguments a call
// stores.

// A conversion is a conversion specification of a format.
type conversion struct {
	letter   byte   // d, s, n, …; [ for a set of characters
	length   string // hh, h, l, ll, j, z, t, L, q or ""
	flags    string // of printf
	starred  bool   // the argument before it is printf's precision
	args     int    // arguments before that of the conversion itself: widths and precisions of *
	skipped  bool   // scanf's *: no argument
	width    int    // 0 means no width
	digits   int    // the precision, or -1
	allocate bool   // scanf's m
}

// conversions splits a format of printf or scanf. It fails for conversions that are not in the
// tables of C and POSIX, and for numbered arguments.
func conversions(format string, scan bool) ([]conversion, bool) {
	var cs []conversion
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		var c conversion
		c, i = specification(format, i+1, scan)
		letters := "diouxXeEfFgGaAcspnCSm"
		if scan {
			letters = "diouxXeEfFgGaAcspnCS["
		}
		switch {
		case c.letter == '%':
		case c.letter == 0 || !strings.ContainsRune(letters, rune(c.letter)):
			return nil, false
		default:
			cs = append(cs, c)
		}
	}
	return cs, true
}

// specification splits the specification whose % stands before index i. It returns the index of the
// last character.
func specification(format string, i int, scan bool) (conversion, int) {
	c := conversion{digits: -1}
	at := func() byte {
		if i < len(format) {
			return format[i]
		}
		return 0
	}
	start := i
	for !scan && at() != 0 && strings.IndexByte("-+ #0'I", at()) >= 0 {
		i++
	}
	c.flags = format[start:i]
	number := &c.width
	for ; at() >= '0' && at() <= '9' || at() != 0 && strings.IndexByte("*.'", at()) >= 0; i++ {
		switch {
		case at() == '*' && scan:
			c.skipped = true
		case at() == '*':
			c.args++
			c.starred = number == &c.digits
		case at() == '.':
			c.digits = 0
			number = &c.digits
		case at() != '\'':
			*number = min(10**number+int(at()-'0'), 1<<20)
		}
	}
	if scan && at() == 'm' {
		c.allocate = true
		i++
	}
	start = i
	for at() != 0 && strings.IndexByte("hljztLq", at()) >= 0 {
		i++
	}
	c.length, c.letter = format[start:i], at()
	if c.letter == '[' { // a ] directly after [ or [^ belongs to the set
		i++
		if at() == '^' {
			i++
		}
		if at() == ']' {
			i++
		}
		for at() != 0 && at() != ']' {
			i++
		}
		if at() == 0 {
			c.letter = 0
		}
	}
	return c, i
}

// lengths are the widths that the length modifiers give to integers, except for l, j, z and t.
var lengths = map[string]int{"": 32, "hh": 8, "h": 16, "ll": 64, "q": 64, "L": 64, "j": 64}

// numberType returns the type of the number that a conversion stores.
func (b *builder) numberType(c conversion) *cfg.Type {
	switch c.letter {
	case 'p':
		return b.types.pointer(b.types.void())
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		width, ok := map[string]int{"": 32, "l": 64, "L": 80}[c.length]
		if !ok {
			return nil
		}
		return b.types.float(width)
	}
	signed := c.letter == 'd' || c.letter == 'i' || c.letter == 'n'
	if c.length == "l" || c.length == "z" || c.length == "t" {
		return b.types.integer(b.types.long().Width, signed)
	}
	if width, ok := lengths[c.length]; ok {
		return b.types.integer(width, signed)
	}
	return nil
}

// format returns the text of the format, which is the argument of a call at an index. If it is not
// a literal, its conversions are unknown, and an assumption names it.
func (b *builder) format(c *callSite, index int) (string, bool) {
	if index < len(c.args) {
		if p, ok := inner(c.args[index]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
			text, _ := b.literalText(p)
			s, _, _ := strings.Cut(string(text), "\x00")
			return s, true
		}
	}
	return "", false
}

// counting matches formats that may contain a conversion %n.
var counting = regexp.MustCompile(`%[-+ #0-9.*$'IhljztLq]*n`)

// storeCounts makes the conversions %n of a format of printf store any number.
func (b *builder) storeCounts(c *callSite, args []cfg.Expr, index int) {
	format, ok := b.format(c, index)
	if !ok {
		b.mayCount(c, args[min(index+1, len(args)):])
		return
	}
	cs, ok := conversions(format, false)
	if ok && b.o.Property.Formats && !strings.HasPrefix(strings.TrimPrefix(c.name, "__builtin_"), "v") {
		if n := index + 1 + wanted(cs); n > len(args) {
			b.end(cfg.Error{Kind: cfg.WrongFormat, What: fmt.Sprintf("%s has %d arguments where its format wants %d", c.name, len(args), n)})
		}
	}
	if !counting.MatchString(format) {
		return
	}
	if !ok || strings.HasPrefix(strings.TrimPrefix(c.name, "__builtin_"), "v") { // the arguments are in a list
		b.refuse(c.n, "%%n in the format \"%s\" of %s", format, c.name)
	}
	next := index + 1
	for _, s := range cs {
		next += s.args
		if s.letter == 'm' {
			continue
		}
		if s.letter == 'n' {
			t := b.numberType(s)
			if next >= len(args) || args[next].Type().Kind != cfg.Pointer || t == nil {
				b.refuse(c.n, "%%n in the format of %s", c.name)
			}
			to := b.deref(c.n, b.convertAt(c.n, args[next], b.types.pointer(t)))
			b.emit(cfg.Assign{To: to, Value: b.imprecise(t, c.name+" stores any number of characters")})
		}
		next++
	}
}

// wanted returns the number of arguments that the conversions of a format of printf take.
func wanted(cs []conversion) (n int) {
	for _, s := range cs {
		n += s.args
		if s.letter != 'm' {
			n++
		}
	}
	return n
}

// mayCount makes an unknown format of printf store any number through arguments that point to
// integers, as %n does.
func (b *builder) mayCount(c *callSite, args []cfg.Expr) {
	found := false
	for _, x := range args {
		if t := x.Type(); t.Kind == cfg.Pointer && t.Elem.Kind == cfg.Int && t.Elem.Width > 8 && !t.Elem.Bool {
			found = true
			b.emit(cfg.Assign{To: b.deref(c.n, x), Value: b.imprecise(unqualified(t.Elem), c.name+" may store a number of characters")})
		}
	}
	if !found {
		b.assume(c.n, "the format of %s, which is not a literal, has no %%n", c.name)
	}
}

// formatted evaluates its arguments, and stores the numbers for the conversions %n of the format,
// which is the argument at an index.
func formatted(index int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.dropped(c)
		b.storeCounts(c, args, index)
		return b.anyResult(c)
	}
}

// input stores any values in the objects that the arguments after the format point to. The format
// is the argument at an index.
func input(index int) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.arguments(c)
		var cs []conversion
		format, ok := b.format(c, index)
		if !ok {
			b.refuse(c.n, "%s with a format that is not a literal", c.name)
		}
		if cs, ok = conversions(format, true); !ok {
			b.refuse(c.n, "the format \"%s\" of %s", format, c.name)
		}
		next := index + 1
		for _, s := range cs {
			if s.skipped {
				continue
			}
			if next >= len(args) || args[next].Type().Kind != cfg.Pointer {
				b.fail(c.n, "%s has fewer arguments than its format wants", c.name)
			}
			b.scanned(c, s, args[next])
			next++
		}
		return b.anyResult(c)
	}
}

// scanned stores the result of a conversion of scanf in the object that p points to.
func (b *builder) scanned(c *callSite, s conversion, p cfg.Expr) {
	wide := s.length == "l" || s.letter == 'C' || s.letter == 'S'
	switch s.letter {
	case 'c', 's', '[', 'C', 'S':
		if s.allocate || wide || s.length != "" || s.width > 1 && s.letter == 'c' {
			b.refuse(c.n, "this conversion %%%c of %s", s.letter, c.name)
		}
		p = b.convertAt(c.n, p, b.types.pointer(b.types.char()))
		b.note(c.n, true, "%s reads any text", c.name)
		if s.letter == 'c' {
			b.emit(cfg.Assign{To: b.deref(c.n, p), Value: b.imprecise(b.types.char(), c.name+" reads any character")})
			return
		}
		op := cfg.Call{Callee: b.modelFunction(c, "any_text"), Args: []cfg.Expr{p}}
		if s.width > 0 {
			op.Callee = b.modelFunction(c, "any_text_n")
			op.Args = append(op.Args, b.constant(int64(s.width)+1, b.types.size()))
		}
		read, after := b.node(), b.node() // the conversion may also fail
		b.branch(b.spill(b.imprecise(b.types.int(), c.name+" reads any text")), read, after)
		b.cur = read
		b.emit(op)
		b.label(after)
	default:
		t := b.numberType(s)
		if t == nil {
			b.refuse(c.n, "this conversion %%%c of %s", s.letter, c.name)
		}
		if elem := p.Type().Elem; elem.Kind == t.Kind && elem.Size == t.Size {
			t = elem // any value of the type, negative ones included
		}
		to := b.deref(c.n, b.convertAt(c.n, p, b.types.pointer(t)))
		if s.letter == 'n' || c.name == "sscanf" || t.Kind == cfg.Pointer { // from a text of the program, or a count
			b.emit(cfg.Assign{To: to, Value: b.imprecise(t, c.name+" stores any value")})
			return
		}
		b.emit(cfg.Havoc{To: to, Input: c.name})
	}
}
