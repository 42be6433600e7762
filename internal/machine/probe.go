// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// probeTime ends a probe that hangs, such as a program with a sanitizer that does not suit the
// kernel.
const probeTime = 30 * time.Second

// try reports whether gcc makes a program with the options, and whether the program runs.
func try(gcc string, options []string) bool {
	dir, err := os.MkdirTemp("", "cornet-machine-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithTimeout(context.Background(), probeTime)
	defer stop()
	text, only := "#include <stdio.h>\nint main(void) { return 0; }\n", slices.Contains(options, "-fsyntax-only")
	if only {
		text = "int main(void) { return 0; }\n"
	}
	source, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if os.WriteFile(source, []byte(text), 0o600) != nil {
		return false
	}
	if exec.CommandContext(ctx, gcc, append(slices.Clone(options), "-w", "-o", program, source, "-lm", "-lpthread")...).Run() != nil {
		return false
	}
	return only || exec.CommandContext(ctx, program).Run() == nil
}

// Variables of the environment that name programs which are not looked for on the PATH.
const (
	carcaraVariable = "CORNET_CARCARA"
	jarVariable     = "CORNET_SMTINTERPOL"
	solcVariable    = "SOLC_JS"
)

// finders look for things other than programs on the PATH. They return "" if they find nothing.
var finders = map[string]func() string{
	"carcara":     carcara,
	"smtinterpol": smtinterpol,
	"solc":        solc,
}

// carcara returns the checker of Alethe proofs: from the variable, from the PATH, or from the
// folder shared/tools beside the checkout.
func carcara() string {
	if path := os.Getenv(carcaraVariable); path != "" {
		return path
	}
	if path, err := exec.LookPath("carcara"); err == nil {
		return path
	}
	for dir, err := os.Getwd(); err == nil && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", "tools", "carcara")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// smtinterpol returns the jar of SMTInterpol if Java is installed: from the variable, or the newest
// one that Maven has fetched.
func smtinterpol() string {
	if _, err := exec.LookPath("java"); err != nil {
		return ""
	}
	if jar := os.Getenv(jarVariable); jar != "" {
		return jar
	}
	home, _ := os.UserHomeDir()
	found, _ := filepath.Glob(filepath.Join(home, ".m2/repository/de/uni-freiburg/informatik/ultimate/smtinterpol/*/smtinterpol-*.jar"))
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

// solc returns the folder of the package of the Solidity compiler if Node is installed: from the
// variable, or in the user's cache.
func solc() string {
	if _, err := exec.LookPath("node"); err != nil {
		return ""
	}
	folder := os.Getenv(solcVariable)
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		folder = filepath.Join(cache, "cornet-solc", "node_modules", "solc")
	}
	if _, err := os.Stat(filepath.Join(folder, "package.json")); err != nil {
		return ""
	}
	return folder
}
