// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"maps"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// ownTexts are the functions that yield a text of the library's own. Functions that map to true
// yield a text that the environment chooses, or null. The others yield fixed texts.
var ownTexts = map[string]bool{
	"getenv": true, "ttyname": true, "getlogin": true,
	"setlocale": false, "dlerror": false, "ctime": false, "strerror": false, "strsignal": false, "gai_strerror": false, "inet_ntoa": false, "asctime": false,
}

// neverNull are the functions that never yield null.
var neverNull = map[string]bool{"strerror": true, "strsignal": true, "gai_strerror": true, "inet_ntoa": true, "asctime": true, "ctime": true}

// textModels returns the models of ownTexts.
func textModels() map[string]model {
	return sameModel(slices.Collect(maps.Keys(ownTexts)), ownText)
}

// ownText yields a pointer to any text, if memory is checked. The text is valid until the next call
// of such a function.
func ownText(b *builder, c *callSite) cfg.Expr {
	v := b.globals["__cornet_own_text"]
	if v == nil || b.threads || !b.o.Memory || b.result(c).Kind != cfg.Pointer {
		return anyPointer(b, c)
	}
	b.dropped(c)
	b.use(v)
	text := cfg.VarPlace{Var: v}
	b.emit(cfg.Havoc{To: text})
	first := cfg.AddrOf{Place: cfg.IndexPlace{In: text, Index: b.constant(0, b.types.size())}, Of: b.types.pointer(unqualified(v.Type.Elem))}
	var null cfg.Expr
	if ownTexts[c.name] {
		v := b.temp(b.types.bool())
		b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}})
		null = cfg.Load{From: cfg.VarPlace{Var: v}}
	} else {
		null = b.imprecise(b.types.bool(), c.name+" yields any text")
	}
	yes := cfg.Expr(b.zero(first.Of))
	if neverNull[c.name] {
		yes = first
	}
	x := b.spill(cfg.Cond{If: null, Then: yes, Else: first})
	if neverNull[c.name] {
		b.texts[x.(cfg.Load).From.(cfg.VarPlace).Var] = true
	}
	return x
}

// hasOwnTexts reports whether the program may call one of the functions in ownTexts.
func (u *unit) hasOwnTexts() bool {
	for name := range ownTexts {
		if slices.ContainsFunc(u.parts, func(p *translationUnit) bool { return len(p.mentions[name]) > 0 }) {
			return true
		}
	}
	return false
}

// isOwnText reports whether x is a text that such a function has just yielded, and not null. Models
// do not read such a text, so that its contents need no values.
func (b *builder) isOwnText(x cfg.Expr) bool {
	l, ok := cfg.StripCasts(x).(cfg.Load)
	if !ok {
		return false
	}
	v, ok := l.From.(cfg.VarPlace)
	return ok && b.texts[v.Var]
}

// storeTexts are functions that store texts. After them, models know where a text ends.
var storeTexts = strings.Fields("fgets gets sprintf snprintf vsprintf vsnprintf strcpy strcat strncat")

// looksForEnds reports whether models record the ends of texts. They do if memory is checked and
// there are no threads. With threads, this would hide accesses, since a text with a known end is
// not read.
func (b *builder) looksForEnds() bool {
	if !b.o.Memory || b.threads {
		return false
	}
	return slices.ContainsFunc(storeTexts, func(name string) bool {
		return slices.ContainsFunc(b.parts, func(p *translationUnit) bool {
			return len(p.mentions[name])+len(p.mentions["__builtin_"+name])+len(p.mentions["__builtin___"+name+"_chk"]) > 0
		})
	})
}

// looksForEnds is the model of the function in models.c.
func looksForEnds(b *builder, _ *callSite) cfg.Expr {
	z := int64(0)
	if b.looksForEnds() {
		z = 1
	}
	return b.constant(z, b.types.bool())
}

// isAccessible reports whether the byte at a pointer and the byte at a distance from it belong to
// one live object. It returns false for distances from 2^30 on, so that the sum does not wrap
// around.
func isAccessible(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	p, n := b.spill(args[0]), b.spill(args[1])
	one := b.constant(1, b.types.size())
	at := func(p cfg.Expr) cfg.Expr { return cfg.Valid{Pointer: p, Bytes: one, Of: b.types.int()} }
	far := cfg.Binary{Operator: cfg.PtrAdd, X: p, Y: n, Of: p.Type()}
	fits := b.compare(cfg.Lt, n, b.constant(1<<30, b.types.size()))
	return b.logical(cfg.LogAnd, fits, b.logical(cfg.LogAnd, at(p), at(far)))
}
