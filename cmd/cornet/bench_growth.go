// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"cornet/bench"
	"cornet/bench/growth"
)

// familyNames is a flag whose value is optional. Without a value, it means all families.
type familyNames struct {
	on    bool
	names []string
}

// IsBool reports that the flag takes a value only after "=".
func (f *familyNames) IsBool() bool { return true }

// Decode implements kong.MapperValue.
func (f *familyNames) Decode(ctx *kong.DecodeContext) error {
	f.on = true
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		f.names = strings.Split(ctx.Scan.Pop().String(), ",")
	}
	return nil
}

// runGrowth measures how cost grows.
func (c *benchCmd) runGrowth(a *app) error {
	families, err := growth.Select(c.Growth.names)
	if err != nil {
		return err
	}
	if len(c.Places) > 0 {
		return fmt.Errorf("--growth makes its inputs itself: it takes no %s; families are named as --growth=%s", c.Places[0], c.Places[0])
	}
	c.Options.Version, c.Log, c.Progress = buildVersion(), a.log, progressFile(a)
	r, err := bench.Grow(a.ctx, c.Options, families)
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, r.Summary())
	if c.Out != "" {
		err = errors.Join(writeTo(c.Out+".json", r.WriteJSON), writeTo(c.Out+".md", func(w io.Writer) error {
			_, err := io.WriteString(w, r.Markdown())
			return err
		}))
	}
	if err == nil && r.Alarm() {
		err = errNegative
	}
	return err
}
