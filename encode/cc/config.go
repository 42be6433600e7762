// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// The headers that programs may include, and what is read in every program before its
// first line. Nothing of the host is read.
//
//go:embed include
var headers embed.FS

// builtinDir is where the embedded headers seem to live.
const builtinDir = "<builtin>"

// files is the file system of the preprocessor: embedded headers under builtinDir, and,
// where include directories are given, the files of the host in them.
type files struct {
	dirs []string
}

// Open opens an embedded header or a file in one of the include directories.
func (f files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(path.Clean(filepath.ToSlash(name)), builtinDir+"/"); ok {
		return headers.Open("include/" + rest)
	}
	for _, d := range f.dirs {
		if rel, err := filepath.Rel(d, name); err == nil && filepath.IsLocal(rel) {
			return open(name)
		}
	}
	return nil, fs.ErrNotExist
}

// A rewritten file has other contents than its name's.
type rewritten struct {
	fs.File
	text *bytes.Reader
}

func (f rewritten) Read(b []byte) (int, error) { return f.text.Read(b) }

// open opens a file of the host, with its directives checked and its literals respelled.
func open(name string) (fs.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return rewritten{f, bytes.NewReader(once(name, respell(directives(text))))}, nil
}

// expansionLimit bounds the work of macro expansion, in the units of cc.Config.ExpansionLimit.
const expansionLimit = 20_000_000

// config is how the parser is set up: the ABI of Linux on x86, gcc's predefined macros, and
// the embedded headers.
func config(o Options) (*cc.Config, error) {
	arch := "386"
	if o.Model == cfg.LP64 {
		arch = "amd64"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, fmt.Errorf("data model %v: %w", o.Model, err)
	}
	user := append([]string{""}, o.IncludeDirs...)
	return &cc.Config{
		ABI:                        abi,
		FS:                         files{o.IncludeDirs},
		FSOnly:                     true,
		IncludePaths:               append(user, builtinDir),
		SysIncludePaths:            append([]string{builtinDir}, o.IncludeDirs...),
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
		ExpansionLimit:             expansionLimit,
	}, nil
}

// predefined is the text of the predefined macros of a data model.
func predefined(m cfg.DataModel) (string, error) {
	name := "include/predefined_ilp32.h"
	if m == cfg.LP64 {
		name = "include/predefined_lp64.h"
	}
	own, err := headers.ReadFile(name)
	if err != nil {
		return "", err
	}
	all, err := headers.ReadFile("include/predefined.h")
	return string(own) + string(all), err
}
