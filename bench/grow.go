// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cornet/bench/growth"
	"cornet/bench/result"
	"cornet/bench/task"
	"cornet/internal/child"
)

// Grow measures families of inputs, size by size. If a solver does not decide a size as expected
// within the limits, it gets no larger one of that family. There is no journal: if ctx ends, Grow
// returns its cause.
func Grow(ctx context.Context, opts Options, families []growth.Family) (*growth.Report, error) {
	opts.Places = []string{"growth"} // complete requires a place
	own := strings.TrimSpace("cornet " + opts.Args)
	if opts.Solver == "" {
		opts.Args = strings.TrimSpace(opts.Args + " --stats=json")
	}
	o, err := opts.complete()
	if err != nil {
		return nil, err
	}
	solvers, err := o.solvers()
	if err != nil {
		return nil, err
	}
	if o.Solver == "" {
		solvers[0].name = own
	}
	dir, err := os.MkdirTemp("", "cornet-growth-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &growth.Report{Schema: growth.Schema, Date: time.Now().UTC().Truncate(time.Second), Version: o.Version, Machine: result.ThisMachine()}
	r.Limits = newFile(o, nil, nil).Limits
	for _, s := range solvers {
		r.Solvers = append(r.Solvers, s.describe())
	}
	p := newProgress(o.Progress, len(families))
	defer p.hide()
	for _, f := range families {
		z := growth.Measured{Name: f.Name, Group: f.Group, Language: f.Language, Grows: f.Grows, Expected: f.Expected}
		for _, s := range solvers {
			c, err := o.curve(ctx, dir, f, s)
			if err != nil {
				return nil, err
			}
			z.Curves = append(z.Curves, c)
		}
		o.Log.Debug("family", "name", f.Name)
		r.Families = append(r.Families, z)
		p.step(true, false)
	}
	return r, nil
}

// curve measures one solver on a family; dir is for inputs.
func (o Options) curve(ctx context.Context, dir string, f growth.Family, s solver) (growth.Curve, error) {
	c := growth.Curve{Solver: s.name}
	for _, n := range f.Sizes {
		p, err := o.point(ctx, dir, f, n, s)
		if err != nil {
			return c, err
		}
		c.Points = append(c.Points, p)
		if p.Status == result.Wrong {
			o.Log.Error("wrong answer", "family", f.Name, "size", n, "solver", s.name, "why", p.Reason)
		}
		if !p.Status.Solved() {
			break
		}
	}
	return c, nil
}

var (
	effortLine     = regexp.MustCompile(`(?m)^  "effort": (\d+)$`)
	validationLine = regexp.MustCompile(`"name": "check",\s*"seconds": [^,]*,\s*"ticks": (\d+)`)
)

// point measures one run.
func (o Options) point(ctx context.Context, dir string, f growth.Family, size int, s solver) (growth.Point, error) {
	extension := map[task.Language]string{task.SMTLIB: ".smt2", task.C: ".c"}[f.Language]
	file := filepath.Join(dir, fmt.Sprintf("%s-%d%s", f.Name, size, extension))
	text := f.Text(size)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return growth.Point{}, err
	}
	defer os.Remove(file)
	t := task.Task{Name: filepath.Base(file), Files: []string{file}, Language: f.Language, DataModel: "LP64", Expected: f.Expected}
	args, err := s.byTask[f.Language].expand(filling{t, o.Timeout, max(int64(o.Memory), 0), ""})
	if err != nil {
		return growth.Point{}, err
	}
	out, err := child.Run(ctx, child.Command{Args: args}, child.Limits{
		Wall: o.Timeout, CPU: o.CPUTimeout, Memory: max(int64(o.Memory), 0), Grace: o.Grace,
	})
	if err != nil {
		return growth.Point{}, fmt.Errorf("solver %s on %s: %w", s.name, t.Name, err)
	}
	r := result.Observe(t.Name, s.name, out)
	r.Observed = strings.ReplaceAll(r.Observed, file, t.Name) // the file was missing for a moment
	r.Judge(describeTask(t))
	return growth.Point{
		Size: size, Bytes: len(text), Status: r.Status, Reason: r.Reason, CPU: r.CPU, Wall: r.Wall, Memory: r.Memory,
		Effort: sum(effortLine, out.Stderr), Validation: sum(validationLine, out.Stderr),
	}, nil
}

// sum adds the numbers that a pattern finds.
func sum(pattern *regexp.Regexp, text string) (z int64) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.ParseInt(m[1], 10, 64); err == nil {
			z += n
		}
	}
	return z
}
