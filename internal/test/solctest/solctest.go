// SPDX-License-Identifier: Apache-2.0

// Package solctest runs the Solidity compiler's model checker with a Horn solver of choice, and
// reads its messages.
//
// The compiler is the package solc of npm, which runs in Node: its own code calls the solver.
// [Compiler.Run] gives it jobs, each a source and a way of calling:
//
//	Callback  the solver runs while the compiler waits for it
//	TwoPass   the compiler asks for queries to be answered, and is run again with the answers
//	Path      like Callback, and the package looks for a solver on the PATH
//
// A verdict about a place where something can go wrong is a [Finding].
package solctest

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cornet/internal/machine"
)

// Version is the version of the package for which the tests are written.
const Version = "0.8.37"

// Way is the way in which the compiler gets answers.
type Way string

// The ways.
const (
	Callback Way = "callback"
	TwoPass  Way = "two-pass"
	Path     Way = "path"
)

//go:embed driver.js
var driver string

// A Compiler is an installed package.
type Compiler struct {
	node, folder string
}

// Find returns the compiler that package machine finds, of the right version. The error says how to
// install it.
func Find() (*Compiler, error) {
	folder, lacks := machine.Find("solc")
	if lacks != "" {
		return nil, errors.New(lacks)
	}
	node, _ := machine.Find("node")
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return nil, err
	}
	var about struct{ Version string }
	if err := json.Unmarshal(text, &about); err != nil {
		return nil, err
	}
	if about.Version != Version {
		return nil, fmt.Errorf("%s has solc %s, the tests are for %s", folder, about.Version, Version)
	}
	return &Compiler{node: node, folder: folder}, nil
}

// A Job is a question to the model checker.
type Job struct {
	Way     Way            `json:"way"`
	Command []string       `json:"command"` // the solver and its flags, unless the way is Path
	Input   map[string]any `json:"input"`   // the compiler's standard JSON
}

// Input returns the compiler's input for sources by name and settings of the model checker.
func Input(sources map[string]string, settings map[string]any) map[string]any {
	files := map[string]any{}
	for name, text := range sources {
		files[name] = map[string]any{"content": text}
	}
	return map[string]any{
		"language": "Solidity",
		"sources":  files,
		"settings": map[string]any{"modelChecker": settings},
	}
}

// A Query is a query to the solver, with its answer.
type Query struct {
	Query   string
	Answer  string
	Seconds float64 // close to 0 for a query that was asked before
}

// A Message is an error, a warning or a remark of the compiler.
type Message struct {
	Code     string `json:"errorCode"`
	Severity string
	Text     string `json:"message"`
	Location struct {
		File       string
		Start, End int
	} `json:"sourceLocation"`
}

// A Report is the result of a job.
type Report struct {
	Messages []Message
	Queries  []Query
}

// answer is a line of the driver.
type answer struct {
	Error  string
	Output struct {
		Errors []Message
	}
	Queries []Query
}

// Run runs the jobs one after the other in one process and calls report for each, in order. The
// environment is that of the process if env is nil.
func (c *Compiler) Run(ctx context.Context, jobs []Job, env []string, report func(int, Report) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var input bytes.Buffer
	encoder := json.NewEncoder(&input)
	for _, job := range jobs {
		if err := encoder.Encode(job); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, c.node, "-e", driver, "driver", c.folder)
	cmd.Stdin, cmd.Env = &input, env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer cmd.Wait()
	defer cancel()
	lines := bufio.NewReader(stdout)
	for i := range jobs {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("job %d: %w: %s", i, err, stderr.String())
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return fmt.Errorf("job %d: %w", i, err)
		}
		if a.Error != "" {
			return fmt.Errorf("job %d: %s", i, a.Error)
		}
		if err := report(i, Report{Messages: a.Output.Errors, Queries: a.Queries}); err != nil {
			return err
		}
	}
	return nil
}
