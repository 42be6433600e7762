// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"cornet/bench/result"
	"cornet/bench/task"
	"cornet/internal/child"
)

// validator gives witnesses to independent programs. It has no code in common with the solvers.
//
// A validator is called as "PROGRAM FILE.smt2", with the solver's whole output on standard input.
// Its exit code is its finding: 0 valid, 1 not a proof, 2 malformed, 3 undecided. The environment
// variable CHECK_S is the number of seconds for each of its queries.
type validator struct {
	programs map[task.Verdict][]string // words before the input file
	limits   child.Limits
}

// findings maps exit codes.
var findings = map[int]result.Finding{
	0: result.Valid, 1: result.Invalid, 2: result.Malformed, 3: result.Undecided,
}

const maxDetail = 300 // maximal number of bytes of a validator's output that are kept

// newValidator checks that the programs exist, because a Python that does not find its script exits
// with 2, which would mean "malformed".
func newValidator(o Options) (*validator, error) {
	v := &validator{
		programs: map[task.Verdict][]string{},
		limits:   child.Limits{Wall: o.ValidatorTimeout, Memory: max(int64(o.Memory), 0)},
	}
	for _, p := range []struct {
		verdict    task.Verdict
		path, flag string
	}{
		{task.True, o.ValidatorModel, "--validator-model"},
		{task.False, o.ValidatorRefutation, "--validator-refutation"},
	} {
		if _, err := os.Stat(p.path); err != nil {
			return nil, fmt.Errorf("validator: %w; name it with %s", err, p.flag)
		}
		words := []string{p.path}
		if strings.EqualFold(filepath.Ext(p.path), ".py") {
			words = []string{o.Python, p.path}
		}
		if filepath.Base(words[0]) == words[0] && len(words) == 1 {
			// a file in the working directory, not on the path
			words[0] = "." + string(filepath.Separator) + words[0]
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, fmt.Errorf("validator %s: %w", p.path, err)
		}
		v.programs[p.verdict] = words
	}
	return v, nil
}

// check validates the witness in a solver's output for the answer. It fails only when ctx ends.
func (v *validator) check(ctx context.Context, t task.Task, answer task.Verdict, out child.Outcome) (*result.Validation, error) {
	if out.Truncated {
		return &result.Validation{Finding: result.Failed, Detail: "the solver printed more than is kept"}, nil
	}
	// A validator asks several solvers several times, and everything must fit into the limit.
	seconds := max(int(v.limits.Wall/time.Second)/4, 1)
	done, err := child.Run(ctx, child.Command{
		Args:  append(append([]string{}, v.programs[answer]...), t.Files[0]),
		Env:   append(os.Environ(), "CHECK_S="+strconv.Itoa(seconds)),
		Stdin: out.Stdout,
	}, v.limits)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &result.Validation{Finding: result.Failed, Detail: err.Error()}, nil
	}
	return findingOf(done), nil
}

// findingOf reads a validator's outcome. A Python script that crashes exits with 1, like one that
// refutes the witness, but leaves a traceback.
func findingOf(o child.Outcome) *result.Validation {
	v := &result.Validation{Wall: result.Seconds(o.Wall)}
	said := firstLine(string(o.Stdout))
	finding, known := findings[o.ExitCode]
	switch {
	case o.End == child.OverWall:
		v.Finding, v.Detail = result.Undecided, "out of time"
	case o.End != child.Exited:
		v.Finding, v.Detail = result.Failed, strings.TrimSpace(o.End.String()+" "+o.Signal)
	case !known || strings.Contains(o.Stderr, "Traceback (most recent call last)"):
		v.Finding = result.Failed
		v.Detail = fmt.Sprintf("exit code %d: %s", o.ExitCode, lastLine(o.Stderr))
	default:
		v.Finding, v.Detail = finding, strings.TrimPrefix(said, string(finding)+": ")
	}
	if len(v.Detail) > maxDetail {
		v.Detail = v.Detail[:maxDetail] + "…"
	}
	v.Detail = strings.ToValidUTF8(v.Detail, "")
	return v
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}
