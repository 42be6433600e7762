// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/git"
)

// An EntryResult is the answer to the program that starts with one of its functions.
type EntryResult struct {
	Function string
	Pos      cfg.Pos
	Result
}

// runEach decides the programs that start with each of some functions, one after the other. With a
// revision, it decides only those that have changed.
func (o Options) runEach(ctx context.Context, sources []Source, config engines.Config) (Result, error) {
	if err := beside("--each or --since", []conflict{
		{"--witness", o.Witness != ""}, {"--validate-witness", o.ValidateWitness != ""}, {"--certificate", o.Certificate != ""}, {"--harness", o.Harness != ""},
		{"--cover", o.Cover != ""}, {"--entry", o.Each != "" && o.Entry != ""}, {"--argument", o.Each != "" && len(o.Argument) > 0},
	}); err != nil {
		return Result{Reason: err.Error()}, err
	}
	entries, err := o.functions(sources)
	if err == nil && o.Since != "" {
		err = o.skipUnchanged(ctx, sources, entries)
	}
	if err != nil {
		return Unknown("%v", err), err
	}
	left := 0
	for i, e := range entries {
		entries[i].pending = e.Unchanged == ""
		left += number(entries[i].pending)
	}
	var defects error
	for i := range entries {
		if e := &entries[i]; e.Unchanged == "" {
			if e.Result, err = o.at(e.Function).within(ctx, left, sources, config); err != nil && !errors.Is(err, errors.ErrUnsupported) {
				defects = errors.Join(defects, err)
			}
			left--
			if o.Each != "" && o.Progress != nil {
				o.Progress(together(slices.Clone(entries)))
			}
		}
	}
	if o.Each == "" {
		return entries[0].Result, err
	}
	return together(entries), defects
}

// A conflict is an option, and whether it is set although it must not be.
type conflict struct {
	option string
	set    bool
}

// beside returns an error for the first conflicting option that is set.
func beside(option string, conflicts []conflict) error {
	for _, c := range conflicts {
		if c.set {
			return fmt.Errorf("%s cannot be combined with %s", c.option, option)
		}
	}
	return nil
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// at returns the options of the program that starts with a function.
func (o Options) at(function string) Options {
	if o.Each != "" {
		o.Progress = nil // progress is reported function by function
	}
	o.Each, o.Since = "", ""
	if function != "main" {
		o.Entry = function
	}
	return o
}

// within is like Run, in one of several equal shares of the time.
func (o Options) within(ctx context.Context, shares int, sources []Source, config engines.Config) (Result, error) {
	if deadline, ok := ctx.Deadline(); ok && shares > 1 {
		var stop func()
		ctx, stop = budget.Budget{Timeout: max(time.Until(deadline)/time.Duration(shares), time.Millisecond).Round(time.Millisecond)}.Context(ctx)
		defer stop()
	}
	return Run(ctx, sources, o, config)
}

// functions returns the functions that programs start with.
func (o Options) functions(sources []Source) ([]EntryResult, error) {
	if o.Each == "" {
		return []EntryResult{{Function: cmp.Or(o.Entry, "main")}}, nil
	}
	sources, options, err := o.program(sources)
	if err != nil {
		return nil, err
	}
	all, err := cc.Definitions(sources, options)
	if err != nil {
		return nil, err
	}
	var z []EntryResult
	for _, f := range all {
		ok, err := filepath.Match(o.Each, f.Name)
		if err != nil {
			return nil, fmt.Errorf("--each %s: %w", o.Each, err)
		}
		if i := slices.IndexFunc(z, func(e EntryResult) bool { return e.Function == f.Name }); ok && i >= 0 {
			return nil, fmt.Errorf("--each: %s is defined at %v and at %v: take the files apart, by --file or one run for each", f.Name, z[i].Pos, f.Pos)
		}
		if ok {
			z = append(z, EntryResult{Function: f.Name, Pos: f.Pos})
		}
	}
	if len(z) == 0 {
		return nil, fmt.Errorf("--each %s: the files define no such function", o.Each)
	}
	return z, nil
}

// skipUnchanged marks the programs for which the front end returns the same result as for the files
// of the revision.
func (o Options) skipUnchanged(ctx context.Context, sources []Source, entries []EntryResult) error {
	tree, err := git.At(ctx, o.Since)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	var old []Source
	texts := true // compare their texts
	for _, s := range sources {
		there, err := tree.Has(s.Name)
		if err != nil {
			return fmt.Errorf("--since: %w", err)
		}
		if there {
			now := s.Text
			if s.Text, err = tree.Read(s.Name); err != nil {
				return fmt.Errorf("--since: %w", err)
			}
			texts = texts && bytes.Equal(now, s.Text)
			old = append(old, s)
		}
	}
	same := false // all texts together, since a program may need any text
	for i := range entries {
		e := o.at(entries[i].Function).Encoding
		equal := same
		if !same {
			now := e.fingerprint(sources)
			e.read = tree.Read
			then := e.fingerprint(old)
			equal = now != "" && now == then && tree.Opaque() == ""
			same = equal && texts && !tree.Changed() && len(old) == len(sources)
		}
		if equal {
			entries[i].Result = Result{Unchanged: o.Since, Reason: "unchanged since " + o.Since}
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// fingerprint identifies the result of the front end for a program, and the properties that are
// asked about. It is "" if the front end returns an error.
func (e Encoding) fingerprint(sources []Source) (z string) {
	p, _, _, err := link(sources, e, cc.Link)
	if err != nil {
		return ""
	}
	f := p.read.Fingerprint()
	return string(f[:]) + p.spec + fmt.Sprint(p.kinds)
}

// together returns the answer to several programs: the worst of their answers.
func together(entries []EntryResult) (z Result) {
	verdict := map[string]horn.Verdict{"FALSE": horn.Unsafe, "TRUE": horn.Safe}
	count := map[string]int{}
	var reasons []string
	since := ""
	for _, e := range entries {
		count[e.Word()]++
		since = cmp.Or(since, e.Unchanged)
		if e.Word() == "UNKNOWN" && !e.pending {
			reasons = append(reasons, e.Function+": "+e.Reason)
		}
		z.Findings = append(z.Findings, e.All()...)
		z.Invariants = append(z.Invariants, e.Invariants...)
		z.Runs = append(z.Runs, e.Runs...)
		z.Path, z.Defect = cmp.Or(z.Path, e.Path), cmp.Or(z.Defect, e.Defect)
		if z.Program == nil || e.Path != nil && z.Path == e.Path {
			z.Program = e.Program
		}
	}
	for _, word := range []string{"FALSE", "UNKNOWN", unchanged, "TRUE"} {
		if count[word] == 0 {
			continue
		}
		z.Verdict = verdict[word]
		switch word {
		case "UNKNOWN":
			z.Reason = strings.Join(reasons, "; ")
		case unchanged:
			z.Unchanged, z.Reason = since, fmt.Sprintf("%d of %d functions unchanged since %s", count[unchanged], len(entries), since)
		}
		break
	}
	z.Entries = entries
	return z
}

// text returns the answer to the program that starts with the function, in lines.
func (e *EntryResult) text(limit int) string {
	if e.Unchanged != "" {
		return fmt.Sprintf("%s: %s", e.Function, e.Reason)
	}
	return e.Function + ": " + strings.ReplaceAll(strings.TrimSpace(e.Result.Text(limit)), "\n", "\n  ")
}
