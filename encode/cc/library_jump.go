// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"
)

// This file has the functions of <setjmp.h> and <signal.h>.

func jumpModels() map[string]model {
	return map[string]model{
		"setjmp": firstReturn, "_setjmp": firstReturn, "sigsetjmp": firstReturn, "__sigsetjmp": firstReturn,
		"signal": dispose,
	}
}

// firstReturn is the model of setjmp for the return of its call: it yields 0. A longjmp would make
// it return again. This is not supported, so executions end at longjmp.
func firstReturn(b *builder, c *callSite) cfg.Expr {
	b.storeAny(c, b.dropped(c))
	return b.zero(b.result(c))
}

// dispose is the model of signal for SIG_IGN and SIG_DFL. The second one can only end the program.
// Functions of the program as handlers are not supported, since a handler may run between any two
// steps.
func dispose(b *builder, c *callSite) cfg.Expr {
	args := b.dropped(c)
	if len(args) == 2 {
		if n, ok := cfg.Fold(cfg.StripCasts(args[1]), nil); ok && n.IsInt64() && (n.Int64() == 0 || n.Int64() == 1) {
			return b.indeterminate(c)
		}
	}
	b.unsupported(unsupported(b.pos(c.n), "function signal with a handler"))
	return b.indeterminate(c)
}
