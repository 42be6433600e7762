// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// A compilation is an entry of a compile_commands.json.
type compilation struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// project returns the sources of a compilation database, after the given ones, and its data model.
// A given text replaces its file, with the options of the database.
func project(others []cc.Source, e Encoding) ([]cc.Source, cfg.DataModel, error) {
	text, err := e.readFile(e.Project)
	if err != nil {
		return nil, 0, err
	}
	var all []compilation
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", e.Project, err)
	}
	sources, seen := slices.Clone(others), map[string]bool{}
	models := map[cfg.DataModel]string{}
	model := e.DataModel.Resolve()
	for _, c := range all {
		name := c.path(c.File)
		matches := len(e.File) == 0 || slices.ContainsFunc(e.File, func(glob string) bool { return matchesFile(glob, name) })
		if !matches || seen[name] || !slices.Contains([]string{".c", ".i"}, filepath.Ext(name)) {
			continue
		}
		seen[name] = true
		s, m, err := c.source(name, e)
		if e.read != nil && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %s: %w", e.Project, name, err)
		}
		if i := slices.IndexFunc(others, func(o cc.Source) bool { return sameFile(o.Name, name) }); i >= 0 {
			sources[i].Compiler = s.Compiler
		} else {
			sources = append(sources, s)
		}
		models[m], model = name, m
	}
	if len(models) > 1 {
		return nil, 0, fmt.Errorf("%s: %s is compiled for %v and %s for %v: %w", e.Project, models[cfg.ILP32], cfg.ILP32, models[cfg.LP64], cfg.LP64, errors.ErrUnsupported)
	}
	if e.DataModel != cfg.Host && e.DataModel != model {
		return nil, 0, fmt.Errorf("%s: %s is compiled for %v, but --data-model asks for %v: leave that out: %w", e.Project, models[model], model, e.DataModel, errors.ErrUnsupported)
	}
	return sources, model, nil
}

// matchesFile reports whether a pattern matches a file's path, or its end.
func matchesFile(glob, name string) bool {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i := range parts {
		if ok, _ := filepath.Match(glob, strings.Join(parts[i:], "/")); ok {
			return true
		}
	}
	ok, _ := filepath.Match(glob, name)
	return ok
}

func sameFile(a, b string) bool {
	a, errA := filepath.Abs(a)
	b, errB := filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}

// path returns a path of the compilation, relative to the working directory if it is inside that.
func (c *compilation) path(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.Directory, name)
	}
	if here, err := os.Getwd(); err == nil {
		if full, err := filepath.Abs(name); err == nil {
			if rel, err := filepath.Rel(here, full); err == nil && filepath.IsLocal(rel) {
				return rel
			}
		}
	}
	return name
}

// maxFiles bounds the number of option files that are read, since they may refer to each other.
const maxFiles = 100

// source reads the file of a compilation with its options.
func (c *compilation) source(name string, e Encoding) (cc.Source, cfg.DataModel, error) {
	args := c.Arguments
	if len(args) == 0 {
		args = splitCommand(c.Command)
	}
	for i, files := 0, 0; i < len(args) && files < maxFiles; i++ {
		if file, ok := strings.CutPrefix(args[i], "@"); ok {
			text, err := e.readFile(c.path(file))
			if err != nil {
				return cc.Source{}, 0, err
			}
			args = slices.Replace(slices.Clone(args), i, i+1, splitCommand(string(text))...)
			i, files = i-1, files+1
		}
	}
	o := e.compiler()
	model := cfg.Host.Resolve()
	for i := 1; i < len(args); {
		if c.path(args[i]) == name {
			i++
			continue
		}
		own, n, err := CompilerOption(args[i:])
		if err != nil {
			return cc.Source{}, 0, err
		}
		i += n
		for _, option := range own {
			option, value, _ := strings.Cut(option, "=")
			if option == "--data-model" {
				err = model.UnmarshalText([]byte(value))
			} else {
				ownOptions[option](c, &o, value)
			}
			if err != nil {
				return cc.Source{}, 0, err
			}
		}
	}
	text, err := e.readFile(name)
	return cc.Source{Name: name, Text: text, Compiler: &o}, model, err
}

// ownOptions sets Cornet's options according to a compilation's options.
var ownOptions = map[string]func(c *compilation, o *cc.Compiler, value string){
	"--isystem":      func(c *compilation, o *cc.Compiler, v string) { o.System = append(o.System, c.path(v)) },
	"--idirafter":    func(c *compilation, o *cc.Compiler, v string) { o.After = append(o.After, c.path(v)) },
	"--iquote":       func(c *compilation, o *cc.Compiler, v string) { o.Quote = append(o.Quote, c.path(v)) },
	"--include-file": func(c *compilation, o *cc.Compiler, v string) { o.Files = append(o.Files, c.path(v)) },
	"--include":      func(c *compilation, o *cc.Compiler, v string) { o.Dirs = append(o.Dirs, c.path(v)) },
	"--define":       func(_ *compilation, o *cc.Compiler, v string) { o.Macros = append(o.Macros, v) },
	"--std":          func(_ *compilation, o *cc.Compiler, v string) { o.Standard = v },
	"--fwrapv":       func(_ *compilation, o *cc.Compiler, _ string) { o.Wraps = true },
	"--ffp-contract": func(_ *compilation, o *cc.Compiler, v string) { o.Contraction = cc.Contraction(v) },
}

// splitCommand splits a command into words as a shell does, without expansions.
func splitCommand(s string) (args []string) {
	var b strings.Builder
	quote, some := byte(0), false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if some || b.Len() > 0 {
				args = append(args, b.String())
				b.Reset()
				some = false
			}
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, some = c, true
		case c == '\\' && quote != '\'' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	if some || b.Len() > 0 {
		args = append(args, b.String())
	}
	return args
}
