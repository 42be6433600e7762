// SPDX-License-Identifier: Apache-2.0

package solctest_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cornet/internal/test/solctest"
)

var (
	update  = flag.Bool("update", false, "rewrite what contracts are expected to give")
	pattern = flag.String("contracts", "*", "the names of the contracts")
)

const folder = "../../../testdata/solidity"

// rule separates a contract from the expected answers. An invariant is expected if the file names
// one.
const (
	rule      = "// ----\n"
	invariant = "// invariant "
)

// flags are the flags for Cornet.
var flags = []string{"--timeout", "30", "--model", "-"}

// byPath names contracts that are also checked with the solver that the package finds on the PATH.
// Some of them have defects, and some have theories of their own.
var byPath = []string{"auction", "auction_bug", "bits_mask", "enums", "mulmod_laws", "products", "token_struct"}

// contract is a source and the expected answers.
type contract struct {
	name, source, expected string
}

// read returns the contracts of the folder.
func read(t *testing.T) []contract {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, *pattern+".sol"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	contracts := make([]contract, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		source, expected, _ := strings.Cut(string(text), rule)
		contracts[i] = contract{strings.TrimSuffix(filepath.Base(file), ".sol"), source, expected}
	}
	return contracts
}

// said writes a report in the form of the expected answers of contracts.
func (c contract) said(r solctest.Report) string {
	var out strings.Builder
	for _, f := range solctest.Findings(r.Messages, map[string]string{c.name: c.source}) {
		fmt.Fprintf(&out, "// %v\n", f)
	}
	if strings.Contains(c.expected, invariant) {
		for _, i := range solctest.Invariants(r.Messages) {
			fmt.Fprintf(&out, "%s%s\n", invariant, i)
		}
	}
	return out.String()
}

// job asks about a contract.
func (c contract) job(way solctest.Way, command string) solctest.Job {
	return solctest.Job{
		Way: way, Command: append([]string{command}, flags...),
		Input: solctest.Input(map[string]string{c.name: c.source}, map[string]any{
			"engine": "chc", "solvers": []string{"smtlib2"}, "showProvedSafe": true, "showUnproved": true,
			"invariants": []string{"contract"}, "targets": solctest.Targets,
		}),
	}
}

// install builds Cornet under the given name, alone in a folder.
func install(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	out, err := exec.Command("go", "build", "-o", program, "cornet/cmd/cornet").CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

func compiler(t *testing.T) *solctest.Compiler {
	t.Helper()
	c, err := solctest.Find()
	if err != nil {
		t.Skip(err)
	}
	return c
}

// TestContracts runs the compiler over the contracts and compares its reports. The compiler either
// calls Cornet itself or gets Cornet's answers in a second pass.
func TestContracts(t *testing.T) {
	c := compiler(t)
	cornet := install(t, "cornet")
	contracts := read(t)
	var jobs []solctest.Job
	if testing.Short() {
		contracts = slices.DeleteFunc(contracts, func(c contract) bool { return !slices.Contains(byPath, c.name) })
	}
	for _, contract := range contracts {
		jobs = append(jobs, contract.job(solctest.Callback, cornet), contract.job(solctest.TwoPass, cornet))
	}
	queries := 0
	err := c.Run(t.Context(), jobs, nil, func(i int, r solctest.Report) error {
		contract := contracts[i/2]
		queries += len(r.Queries)
		said := contract.said(r)
		if *update {
			text := strings.TrimRight(contract.source, "\n") + "\n" + rule + said
			return os.WriteFile(filepath.Join(folder, contract.name+".sol"), []byte(text), 0o644)
		}
		assert.Equal(t, contract.expected, said, "%s, %s", contract.name, jobs[i].Way)
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d contracts, %d queries", len(contracts), queries)
}

// TestPath runs the compiler with nothing on the PATH but a program called eld, which its package
// looks for, and compares the reports.
func TestPath(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	c := compiler(t)
	eld := install(t, "eld")
	var contracts []contract
	var jobs []solctest.Job
	for _, contract := range read(t) {
		if slices.Contains(byPath, contract.name) {
			contracts = append(contracts, contract)
			jobs = append(jobs, contract.job(solctest.Path, ""))
		}
	}
	env := []string{"PATH=" + filepath.Dir(eld), "TMPDIR=" + t.TempDir()}
	err := c.Run(t.Context(), jobs, env, func(i int, r solctest.Report) error {
		contract := contracts[i]
		expected, _, _ := strings.Cut(contract.expected, invariant)
		contract.expected = expected // the package requests no model
		assert.NotEmpty(t, r.Queries, contract.name)
		assert.Equal(t, expected, contract.said(r), contract.name)
		return nil
	})
	require.NoError(t, err)
}
