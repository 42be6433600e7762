// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/encode/verdict"
	"cornet/engines"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/smtlib"
)

// unwound is the mode of lazy abstraction for products that are unwound on demand, unless the user has chosen one:
// conditional interpolants keep it from states that cannot be, and depth leads to errors past many interleavings.
var unwound = lawi.Mode{Interpolants: lawi.Reachability | lawi.Conditional, DepthFirst: true}

// beside decides a program with a large product in both ways side by side. The first verdict counts; when there is
// none, the answer is that to the whole product.
func (c *verifyCmd) beside(ctx context.Context, a *app, p *program, config engines.Config, whole func(context.Context) decided) decided {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	first, second := make(chan decided, 1), make(chan decided, 1)
	go func() { first <- whole(ctx) }()
	go func() { second <- c.unwind(ctx, p, config) }()
	return firstVerdict(first, second, func(z decided) bool {
		if z.z.Verdict == horn.Unsafe && z.sys.CallsLeftOut {
			if path, err := z.sys.Trace(z.z.Proof); err != nil || len(verdict.Doubts(path)) > 0 {
				return false // the whole product has the calls
			}
		}
		a.log.Info("decided on demand")
		return true
	})
}

// unwind decides a program whose product of threads is unwound on demand: over integers first, and over
// bit-vectors if a counterexample may come from bit operations that have no exact counterpart.
func (c *verifyCmd) unwind(ctx context.Context, p *program, config engines.Config) (d decided) {
	defer asDefect("encoding of "+p.Name, &d.err)
	if config.Lawi == (lawi.Mode{}) {
		config.Lawi = unwound
	}
	options := c.encoding()
	options.BlockSize = c.BlockSize
	d = c.unwindWith(ctx, p, config, options)
	if options.Ints == chc.Auto && d.err == nil && d.z.Verdict == horn.Unsafe && d.sys.Inexact {
		options.Ints = chc.BV
		return c.unwindWith(ctx, p, config, options)
	}
	return d
}

func (c *verifyCmd) unwindWith(ctx context.Context, p *program, config engines.Config, o chc.Options) decided {
	product, err := threads.New(p.source, p.threads)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", p.Name, err)}
	}
	u, err := chc.Unwind(smtlib.NewStore(), product, o)
	if err != nil {
		return decided{err: fmt.Errorf("%s: %w", p.Name, err)}
	}
	z, err := engines.RunProgram(ctx, lawi.OnDemand(u.System().Horn, u), u.System().Horn, config)
	return decided{u.System(), z, err}
}
