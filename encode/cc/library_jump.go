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

// firstReturn is the model of setjmp when its call returns: it yields 0. It would return again
// after longjmp, which is not supported: executions end there.
func firstReturn(b *builder, c *callSite) cfg.Expr {
	b.storeAny(c, b.dropped(c))
	return b.zero(b.result(c))
}

// dispose is the model of signal for SIG_IGN and SIG_DFL. The latter ends the program if it does
// anything. No function of the program becomes a handler. A handler may run between any two steps,
// which is not supported.
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
