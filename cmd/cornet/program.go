// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/flat"
	"cornet/encode/threads"
	"cornet/encode/verdict"
	"cornet/smtlib"
)

// programFlags are the flags of commands that read a C program.
type programFlags struct {
	Property       string    `placeholder:"FILE" help:"Property file, such as unreach-call.prp. Default: no error function is called, no assertion fails, no label ERROR is reached."`
	DataModel      string    `name:"data-model" default:"ILP32" enum:"ILP32,LP64" help:"Widths of types: ${enum}."`
	Entry          string    `placeholder:"FUNCTION" help:"Where the program starts; default: main."`
	Include        []string  `short:"I" placeholder:"DIR" help:"Where #include looks first."`
	Ints           string    `default:"auto" enum:"auto,wrap,math,bv" help:"Integers: ${enum}. auto is wrap, or bv where bit operations need it; math is not C."`
	SignedOverflow string    `name:"signed-overflow" default:"wrap" enum:"wrap,assume,check" help:"Signed operations that overflow: ${enum}."`
	Paths          int       `placeholder:"N" help:"How many paths that meet within a block are kept apart; default 4."`
	Reduction      string    `default:"sleep" enum:"full,persistent,sleep" help:"Of the interleavings of threads, leave out what does not matter: ${enum}."`
	ThreadBound    int       `name:"thread-bound" default:"0" placeholder:"N" help:"Where a number of threads that is not known is created, look at executions with at most N there. Finds errors and proves nothing. Default: refuse."`
	Cuts           []chc.Cut `kong:"-"`
	CheckPointers  string    `name:"check-pointers" default:"direct" enum:"none,direct,all" help:"Have a proof include that accesses through pointers mean one of the objects that the points-to analysis allows: ${enum}. direct are those through pointers that were not stored in arrays or on the heap. Runs test all of them."`
	MaxProduct     int       `name:"max-product" default:"100000" placeholder:"N" help:"Most states of the product of threads that is made as a whole."`
	Product        string    `default:"auto" enum:"auto,whole,lazy" help:"The product of threads: ${enum}. lazy has lazy abstraction (lawi) unwind it as far as it needs; auto is whole, or lazy beyond --max-product. A program without threads can be lazy, too."`
	BlockSize      int       `name:"block-size" placeholder:"N" help:"Most steps in a block of a lazy product; 1 explores every statement by itself. Default: blocks end at loops and where threads alternate."`
}

var intsOf = map[string]chc.Ints{"auto": chc.Auto, "wrap": chc.WrapInts, "math": chc.Math, "bv": chc.BV}

var overflowOf = map[string]chc.Overflow{"wrap": chc.Wrap, "assume": chc.Assume, "check": chc.Check}

var dutiesOf = map[string]flat.Duties{"none": flat.NoDuties, "direct": flat.Direct, "all": flat.AllDuties}

// largeProduct is how many states make a product of threads large: so that unwinding it on demand may be
// faster than looking at the whole.
const largeProduct = 2000

// program is a C program that has been read.
type program struct {
	verdict.Program
	spec string
	// property is that of the file the user gave, or nothing.
	property cc.Property
	source   *cfg.Program // as it was read
	cfg      *cfg.Program // without threads; nil if the product of the threads is to be unwound on demand
	// unwinds says that the product is to be unwound on demand: beside cfg, if there is one.
	unwinds bool
	threads threads.Options
	cut     string // what is left out, so that a proof means nothing; or ""
	// concurrent says that the program has threads, whose schedule a run cannot be told.
	concurrent bool
}

// remarks are what is to be said of a counterexample besides what happens: that its error is none that the property
// file names, and what it rests on.
func (p *program) remarks(failure chc.Step, notes ...[]cfg.Note) (lines []string) {
	beside := failure.Error == cfg.AssertFailed || failure.Error == cfg.ErrorLabel
	if beside && len(p.property.Functions) > 0 && p.property.Functions[0] != "__assert_fail" {
		lines = append(lines, fmt.Sprintf("property: failing assertions and labels ERROR count besides calls of %s()", p.property.Functions[0]))
	}
	return append(lines, verdict.Assumptions(append(notes, p.source.Notes)...)...)
}

// load reads the program in file.
func (f *programFlags) load(ctx context.Context, a *app, file string) (*program, error) {
	in, err := openInput(ctx, a, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	z := &program{}
	z.Name, z.Text, z.Include = file, string(text), f.Include
	if f.DataModel == "LP64" {
		z.Model = cfg.LP64
	}
	o := cc.Options{Model: z.Model, IncludeDirs: f.Include}
	if f.Property != "" {
		prp, err := os.ReadFile(f.Property)
		if err != nil {
			return nil, err
		}
		if o.Property, err = cc.ParseProperty(f.Property, string(prp)); err != nil {
			return nil, err
		}
		z.spec, z.property = string(prp), o.Property
	}
	if f.Entry != "" {
		o.Property.Entry = f.Entry
	}
	if f.Entry != "" || f.Property == "" {
		z.spec = o.Property.String()
	}
	if z.cfg, err = cc.Load(file, text, o); err != nil {
		return nil, err
	}
	z.source, z.Mentions = z.cfg, z.cfg.Mentions
	if f.Product != "lazy" && !threads.Synchronises(z.cfg) {
		return z, nil
	}
	reduction, err := threads.ParseReduction(f.Reduction)
	if err != nil {
		return nil, err
	}
	z.threads = threads.Options{Reduction: reduction, Bound: f.ThreadBound}
	p, err := threads.New(z.cfg, z.threads)
	if errors.Is(err, errors.ErrUnsupported) && f.Product != "lazy" && !threads.Concurrent(z.cfg) {
		return z, nil // locks are over-approximated
	}
	if err != nil {
		return nil, err
	}
	z.cut, z.concurrent, z.cfg = p.Cut(), p.Threads() > 1, nil
	if f.Product != "lazy" {
		z.cfg, err = p.Program(f.MaxProduct)
		large := errors.Is(err, threads.ErrTooLarge)
		if err != nil && !large || f.Product == "whole" || !large && p.States() < largeProduct {
			return z, err
		}
	}
	z.unwinds = true
	return z, nil
}

// encode makes the Horn system of a program.
func (f *programFlags) encode(p *program) (sys *chc.System, err error) {
	defer asDefect("encoding of "+p.Name, &err)
	if p.cfg == nil {
		return nil, fmt.Errorf("%s: %w: more than %d states; 'cornet verify' can unwind it on demand", p.Name, threads.ErrTooLarge, f.MaxProduct)
	}
	sys, err = chc.Encode(smtlib.NewStore(), p.cfg, f.encoding())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return sys, nil
}

func (f *programFlags) encoding() chc.Options {
	return chc.Options{Cuts: f.Cuts, Ints: intsOf[f.Ints], Overflow: overflowOf[f.SignedOverflow], Paths: f.Paths, Pointers: dutiesOf[f.CheckPointers]}
}
