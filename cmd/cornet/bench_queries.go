// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"cornet/bench/queries"
	"cornet/smt/native"
	"cornet/smt/z3"
)

// runQueries compares the embedded solver with libz3 on the queries in c.Queries.
func (c *benchCmd) runQueries(a *app) error {
	lib, err := z3.Load("")
	if err != nil {
		return err
	}
	limit := c.Timeout
	if limit > 10*time.Second { // the default for tasks
		limit = 0
	}
	r, err := queries.Run(a.ctx, queries.Options{Dir: c.Queries, Match: c.Match, Every: c.Every, Method: c.Method,
		First: native.Backend{}, Second: z3.NewBackend(lib), Limit: limit, Log: a.log})
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, r)
	if c.Out != "" {
		err = errors.Join(writeTo(c.Out+".json", r.WriteJSON), writeTo(c.Out+".svg", r.WriteScatter))
	}
	if err == nil && r.Alarm() {
		err = errNegative
	}
	return err
}

// writeTo makes a file.
func writeTo(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
