// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cmp"
	"errors"

	"cornet/encode/cfg"
)

// Unsupported constructs matter only if executions reach them. Such a place is an error of a
// special kind, cfg.Unsupported. A proof shows that no execution reaches it. A counterexample that
// ends there is not reported.

// unsupported ends executions at an unsupported construct.
func (b *builder) unsupported(e *Error) {
	if !b.dry {
		b.ending = cmp.Or(b.ending, e)
	}
	at := b.at
	b.at = e.Pos
	b.addNote(cfg.Note{Pos: e.Pos, What: e.Msg, Inexact: true})
	b.end(cfg.Error{Kind: cfg.Unsupported, What: e.Msg})
	b.at = at
}

// translate translates a function. If the function has an unsupported construct, executions end
// when they enter the function, and the error names the construct's place. In the function that the
// program starts with, the construct is refused.
func (u *unit) translate(f *function) {
	u.translationUnit = f.in
	unknown := len(u.unknown)
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		e, ok := r.(*Error)
		if !ok || !errors.Is(e.Err, errors.ErrUnsupported) || f.cfg == u.entered {
			panic(r)
		}
		u.unknown, u.dry, u.translationUnit = u.unknown[:unknown], false, f.in
		f.cfg.Clear()
		newBuilder(u, f.cfg).unsupported(e)
	}()
	newBuilder(u, f.cfg).body(f.def)
}

// unsupportedCall ends executions at a call of a function that cannot be used.
func (b *builder) unsupportedCall(c *callSite, refused error) cfg.Expr {
	e, ok := errors.AsType[*Error](refused)
	if !ok || !errors.Is(refused, errors.ErrUnsupported) {
		panic(refused)
	}
	b.dropped(c)
	b.unsupported(&Error{Pos: b.pos(c.n), Msg: c.name + ", " + e.Error(), Err: e.Err})
	return b.indeterminate(c)
}
