// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"

	"cornet/bench/plot"
	"cornet/bench/result"
	"cornet/bench/task"
)

// edge is the position of unsolved tasks, as a multiple of the time limit.
const edge = 2.4

// marks are the marks of a scatter plot, by the known facts about the task.
var marks = map[paint]plot.Mark{
	satMark:   {Shape: plot.Ring, Colour: satMark.colour(), Radius: 3},
	unsatMark: {Shape: plot.Triangle, Colour: unsatMark.colour(), Radius: 3.4},
	openMark:  {Shape: plot.Square, Colour: openMark.colour(), Radius: 2.6},
	alarm:     {Shape: plot.Cross, Colour: alarm.colour(), Radius: 4.2},
}

// scatter draws one mark for each task that both solvers ran.
func scatter(f *result.File, x, y int) *plot.Plot {
	nx, ny := f.Solvers[x].Name, f.Solvers[y].Name
	p := newPlot(fmt.Sprintf("Scatter plot: wall times of %s and %s", nx, ny), 420, 440)
	limit := max(f.Limits.Wall, 10*shortest)
	axis := func(name string) plot.Axis {
		return plot.Axis{Label: name + ", s", Log: true, Min: shortest, Max: limit * edge * 1.25,
			Ticks: append(plot.LimitTicks(shortest, limit), plot.Tick{Value: limit * edge, Label: "unsolved"})}
	}
	p.X, p.Y = axis(nx), axis(ny)
	drawGuides(p, limit)

	at := map[paint][]plot.Point{}
	tasks := map[string]result.Task{}
	for _, t := range f.Tasks {
		tasks[t.Name] = t
	}
	for runs := range f.ByTask() {
		a, b := find(runs, nx), find(runs, ny)
		if a == nil || b == nil {
			continue
		}
		t := tasks[a.Task]
		kind, here := markOf(t, *a, *b), plot.Point{X: place(*a, limit), Y: place(*b, limit)}
		at[kind] = append(at[kind], here)
		p.Title(here, fmt.Sprintf("%s\n%s: %s, %s s\n%s: %s, %s s",
			t.Name, nx, answerOf(*a, t.Language), seconds(a.Wall), ny, answerOf(*b, t.Language), seconds(b.Wall)))
	}
	for _, kind := range []paint{openMark, satMark, unsatMark, alarm} { // alarms on top
		p.Mark(marks[kind], at[kind]...)
	}
	yes, no := verdictWords(f)
	for _, k := range []struct {
		p    paint
		text string
	}{{satMark, yes}, {unsatMark, no}, {openMark, "verdict unknown"}, {alarm, "wrong"}} {
		if m := marks[k.p]; len(at[k.p]) > 0 {
			p.Key(k.text, nil, &m)
		}
	}
	return p
}

func find(runs []result.Run, solver string) *result.Run {
	for i := range runs {
		if runs[i].Solver == solver {
			return &runs[i]
		}
	}
	return nil
}

// markOf picks the mark. It is alarm if an answer is wrong. Otherwise it depends on the expected
// verdict, or on the answer if no verdict is expected.
func markOf(t result.Task, a, b result.Run) paint {
	if a.Status == result.Wrong || b.Status == result.Wrong {
		return alarm
	}
	v := t.Expected
	for _, r := range []result.Run{a, b} {
		if v == task.Unknown && r.Status.Solved() {
			v = r.Answer
		}
	}
	switch v {
	case task.True:
		return satMark
	case task.False:
		return unsatMark
	}
	return openMark
}

// place returns a run's coordinate: its time, or the edge if the task was not solved.
func place(r result.Run, limit float64) float64 {
	if !r.Status.Solved() {
		return limit * edge
	}
	return clampTime(r.Wall, limit)
}

// drawGuides draws the diagonal, the lines of ten times faster and slower, and the limit on both
// axes.
func drawGuides(p *plot.Plot, limit float64) {
	line := func(style plot.Stroke, x0, y0, x1, y1 float64) {
		p.Line(style, plot.Point{X: x0, Y: y0}, plot.Point{X: x1, Y: y1})
	}
	diagonal := plot.Stroke{Colour: muted.colour(), Width: 0.75}
	tenth := plot.Stroke{Colour: grid.colour(), Width: 1, Dashes: []float64{3, 3}}
	limits := plot.Stroke{Colour: muted.colour(), Width: 0.75, Dashes: []float64{2, 2}}
	line(diagonal, shortest, shortest, limit, limit)
	if limit > 10*shortest {
		line(tenth, shortest, 10*shortest, limit/10, limit)
		line(tenth, 10*shortest, shortest, limit, limit/10)
	}
	line(limits, limit, p.Y.Min, limit, p.Y.Max)
	line(limits, p.X.Min, limit, p.X.Max, limit)
}
