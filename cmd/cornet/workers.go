// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cornet/internal/child"
	"cornet/internal/slurm"
)

// processes are workers on this machine, each with one processor.
type processes struct {
	cancel context.CancelFunc
	group  sync.WaitGroup
}

func (p *processes) program(self, _ string) (string, error) { return self, nil }

// share implements workers: all processes share the memory of the machine.
func (p *processes) share(members int) uint64 { return uint64(members) }

func (p *processes) start(ctx context.Context, _ string, members []*member, commands [][]string, _ time.Duration) error {
	ctx, p.cancel = context.WithCancel(ctx)
	for i, m := range members {
		p.group.Go(func() {
			z, err := child.Run(ctx, child.Command{Args: commands[i], Env: append(os.Environ(), "GOMAXPROCS=1")}, child.Limits{})
			if err != nil {
				z.Stderr = err.Error()
			}
			err = errors.Join(os.WriteFile(m.out+".err", []byte(z.Stderr), 0o644), os.WriteFile(m.out+".part", z.Stdout, 0o644))
			if err == nil {
				os.Rename(m.out+".part", m.out+".out")
			}
		})
	}
	return nil
}

// lost implements workers: a process that has ended has written its output.
func (p *processes) lost(context.Context) ([]int, error) { return nil, nil }

func (p *processes) stop() {
	p.cancel()
	p.group.Wait()
}

// array implements workers by arrays of jobs, one array for each round.
type array struct {
	options slurm.Options
	memory  int64 // the memory of a member, in bytes; 0 for no limit
	token   string
	log     *slog.Logger
	name    string // the name of the array of this round
	jobs    int    // the number of its elements
}

func (a *array) program(self, dir string) (string, error) { return slurm.Program(self, dir) }

// share implements workers: each job has the memory of a node to itself.
func (a *array) share(int) uint64 { return 1 }

func (a *array) start(ctx context.Context, dir string, members []*member, commands [][]string, length time.Duration) error {
	a.name, a.jobs = a.token+"-"+filepath.Base(dir), len(members)
	jobs := slurm.Array{Name: a.name, Dir: dir, Time: length + time.Minute}
	cluster, err := a.options.Look(ctx)
	if err != nil {
		return err
	}
	if cluster.Memory {
		jobs.Memory = a.memory * 5 / 4
	}
	for i, m := range members {
		var words []string
		for _, w := range commands[i] {
			words = append(words, slurm.Quote(w))
		}
		out := slurm.Quote(m.out)
		jobs.Scripts = append(jobs.Scripts, fmt.Sprintf("%s >%s.part 2>%s.err\nmv %s.part %s.out\n", strings.Join(words, " "), out, out, out, out))
	}
	return a.options.Submit(ctx, jobs)
}

func (a *array) lost(ctx context.Context) (z []int, err error) {
	states, err := slurm.Elements(ctx, a.name)
	if err != nil {
		return nil, err
	}
	for i := range a.jobs {
		if s := states[i]; !s.Alive() {
			a.log.Debug("a job is over", "array", a.name, "element", i, "state", s.Name, "node", s.Node)
			z = append(z, i)
		}
	}
	return z, nil
}

func (a *array) stop() {
	if err := slurm.Cancel(context.Background(), a.name); err != nil {
		a.log.Warn("jobs may go on", "array", a.name, "error", err)
	}
}
