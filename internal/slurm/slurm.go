// SPDX-License-Identifier: Apache-2.0

// Package slurm submits job arrays to Slurm and follows them, by sbatch, squeue, scancel and
// scontrol. Scripts in a folder that all nodes see, one for each element, contain the work of an
// array. Results are files in that folder. An array is identified by its name, so that another
// process can find it again. Slurm alone decides when and where jobs run.
package slurm

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Options control how jobs are submitted.
type Options struct {
	Partition string `group:"cluster" placeholder:"NAME" help:"Partition for the jobs. Default: that of the cluster."`
	Account   string `group:"cluster" placeholder:"NAME" help:"Account that is charged."`
	CPUs      int    `group:"cluster" name:"cpus" default:"1" placeholder:"N" help:"CPUs of each run."`
	Shared    string `group:"cluster" placeholder:"DIR" help:"Folder that all nodes see under this name, for inputs and results. Default: the folder of the results, or the working directory."`
	Script    string `group:"cluster" placeholder:"FILE" help:"Script of the jobs, such as one with more #SBATCH lines; {command} in it is the work."`
}

// Array is a job array. Element i executes the script Dir/i.sh and writes Dir/i.log.
type Array struct {
	Name    string
	Dir     string   // absolute, on all nodes
	Scripts []string // what the elements execute, in sh
	Time    time.Duration
	Memory  int64 // bytes of an element; 0: what the cluster gives
	AtOnce  int   // elements at a time; 0: as many as there is room for
}

// Cluster is what Slurm reports about itself.
type Cluster struct {
	MaxArray int  // elements of an array
	CPUs     int  // of the partition
	Memory   bool // jobs are given memory, and have to say how much
}

const patience = 2 * time.Minute // for one command

// command runs a program of Slurm and returns what it prints.
func command(ctx context.Context, name string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	switch text := strings.TrimSpace(said.String()); {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("no %s here: this needs the programs of Slurm, on a machine that may submit jobs", name)
	case err != nil:
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.ReplaceAll(text, "\n", "; "))
	}
	return string(out), nil
}

// Look requests information about the cluster.
func (o *Options) Look(ctx context.Context) (z Cluster, err error) {
	text, err := command(ctx, "scontrol", "show", "config")
	if err != nil {
		return z, err
	}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, "=")
		switch strings.TrimSpace(key) {
		case "MaxArraySize":
			z.MaxArray, _ = strconv.Atoi(strings.TrimSpace(value)) // one more than the largest index
		case "SelectTypeParameters":
			z.Memory = strings.Contains(strings.ToUpper(value), "MEMORY")
		}
	}
	if z.MaxArray < 1 {
		return z, errors.New("scontrol show config: no MaxArraySize: does this cluster have job arrays?")
	}
	args := []string{"--noheader", "--format=%C"}
	if o.Partition != "" {
		args = append(args, "--partition="+o.Partition)
	}
	if text, err = command(ctx, "sinfo", args...); err != nil {
		return z, err
	}
	for line := range strings.Lines(text) { // allocated/idle/other/total
		n, _ := strconv.Atoi(strings.TrimSpace(line[strings.LastIndexByte(line, '/')+1:]))
		z.CPUs += n
	}
	return z, nil
}

// Submit writes the array's scripts and submits it. Each element is one process with the CPUs of
// the options. Slurm does not restart elements that it has ended; the caller must.
func (o *Options) Submit(ctx context.Context, a Array) error {
	script := "#!/bin/sh\n{command}\n"
	if o.Script != "" {
		text, err := os.ReadFile(o.Script)
		if err != nil {
			return err
		}
		if script = string(text); !strings.Contains(script, "{command}") {
			return fmt.Errorf("%s: no {command}, which stands for the work", o.Script)
		}
	}
	script = strings.ReplaceAll(script, "{command}", "exec sh "+Quote(a.Dir)+`/"$SLURM_ARRAY_TASK_ID".sh`)
	if err := os.MkdirAll(a.Dir, 0o755); err != nil {
		return err
	}
	for i, text := range append(slices.Clone(a.Scripts), script) {
		name := strconv.Itoa(i)
		if i == len(a.Scripts) {
			name = "job"
		}
		if err := os.WriteFile(filepath.Join(a.Dir, name+".sh"), []byte(text), 0o644); err != nil {
			return err
		}
	}
	elements := fmt.Sprintf("0-%d", len(a.Scripts)-1)
	if a.AtOnce > 0 {
		elements += fmt.Sprintf("%%%d", a.AtOnce)
	}
	args := []string{
		"--parsable", "--job-name=" + a.Name, "--array=" + elements, "--no-requeue", "--nodes=1", "--ntasks=1",
		fmt.Sprintf("--cpus-per-task=%d", max(o.CPUs, 1)), fmt.Sprintf("--time=%d", a.Time/time.Minute+1),
		"--output=" + filepath.Join(strings.ReplaceAll(a.Dir, "%", "%%"), "%a.log"),
	}
	for _, x := range []struct {
		set  bool
		flag string
	}{
		{a.Memory > 0, fmt.Sprintf("--mem=%dM", (a.Memory+1<<20-1)>>20)},
		{o.Partition != "", "--partition=" + o.Partition},
		{o.Account != "", "--account=" + o.Account},
	} {
		if x.set {
			args = append(args, x.flag)
		}
	}
	_, err := command(ctx, "sbatch", append(args, filepath.Join(a.Dir, "job.sh"))...)
	return err
}

// Program copies a program into a folder that all nodes see, unless it is there, and returns the
// copy. So all jobs run the same program, and it need not be installed on the nodes.
func Program(file, dir string) (string, error) {
	from, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return "", err
	}
	z := filepath.Join(dir, fmt.Sprintf("cornet-%x-%x", info.Size(), info.ModTime().UnixNano()))
	if _, err := os.Stat(z); err == nil {
		return z, nil
	}
	to, err := os.CreateTemp(dir, ".cornet.*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return z, errors.Join(err, to.Chmod(0o755), to.Close(), os.Rename(to.Name(), z))
}

// Token returns a part of the names of arrays that no other campaign has.
func Token() string { return "cornet-" + strings.ToLower(rand.Text()[:8]) }

// State is the state of an element in Slurm.
type State struct {
	Name   string // such as RUNNING or NODE_FAIL
	Reason string // the reason for waiting
	Node   string
}

// alive are the states of elements that are running or may still run; Slurm does not resume others.
var alive = []string{
	"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING",
	"REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD",
}

// Alive reports whether the element runs or may run yet.
func (s State) Alive() bool { return slices.Contains(alive, s.Name) }

// Stuck reports whether the element waits for something that may never come, such as a longer time
// limit of the partition.
func (s State) Stuck() bool {
	usual := []string{"None", "Resources", "Priority", "JobArrayTaskLimit", "BeginTime", "Cleaning", "Prolog", ""}
	return s.Name == "PENDING" && !slices.Contains(usual, s.Reason)
}

// Elements returns the elements of an array that Slurm still lists, by number; it drops those that
// ended some minutes ago.
func Elements(ctx context.Context, name string) (map[int]State, error) {
	text, err := command(ctx, "squeue", "--noheader", "--array", "--states=all", "--name="+name, "--format=%K|%T|%r|%N")
	if err != nil {
		return nil, err
	}
	z := map[int]State{}
	for line := range strings.Lines(text) {
		words := strings.Split(strings.TrimSpace(line), "|")
		if len(words) != 4 {
			continue
		}
		if i, err := strconv.Atoi(words[0]); err == nil {
			z[i] = State{words[1], words[2], words[3]}
		}
	}
	return z, nil
}

// Cancel ends the elements of an array that are alive.
func Cancel(ctx context.Context, name string) error {
	_, err := command(ctx, "scancel", "--quiet", "--name="+name)
	return err
}

// Quote returns a word of sh whose value is the text.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
