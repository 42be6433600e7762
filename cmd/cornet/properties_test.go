// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const mean = `int __VERIFIER_nondet_int(void);
int mean(int a, int b) { return (a + b) / 2; }
int share(int sum, int n) { return sum / n; }
int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || j < 0) return 0;
  if (i > j && j > i) reach_error();
  int a = i < 9 ? i + 1 : 0;
  return mean(i, j) + share(12, i) + (a > 7 ? 9 - a : 0);
}
`

// TestProperties checks what the answer says about each property, the errors and the checks.
func TestProperties(t *testing.T) {
	for _, c := range []struct {
		name, args string
		lines      []string // lines of the answer, in order
		without    string
	}{
		{"the default", "", []string{"TRUE"}, "unreach-call"},
		{"a property by name", "--property no-overflow", []string{"FALSE", "no-overflow: FALSE", "-:2:26: signed-overflow: a signed operation overflows: a + b"}, "division"},
		{
			"several properties", "--check overflow,unreach-call,division-by-zero,bounds",
			[]string{"FALSE", "division-by-zero: FALSE", "-:3: a number is divided by zero: sum / n", "bounds: TRUE", "no-overflow: FALSE", "-:2:26: signed-overflow: a signed operation overflows: a + b", "unreach-call: TRUE", "assuming: undefined behaviour ends an execution, so a property that is TRUE holds up to the first violation of another one"}, "checks",
		},
		{
			"each check", "--check overflow,division-by-zero --all-findings",
			[]string{"FALSE", "division-by-zero: FALSE", "no-overflow: FALSE", "checks                  TRUE   FALSE UNKNOWN", "signed-overflow            5       1       0", "division-by-zero           0       1       0"}, "",
		},
		{"all that holds", "--check unreach-call,bounds,uninitialised,format", []string{"TRUE", "unreach-call: TRUE", "bounds: TRUE", "uninitialised: TRUE", "format: TRUE"}, "FALSE"},
		{"overflow besides", "--signed-overflow check", []string{"FALSE"}, "no-overflow"},
		{"overflow assumed", "--signed-overflow assume", []string{"TRUE"}, "FALSE"},
		{"bit-vectors", "--check overflow --ints bv", []string{"FALSE", "no-overflow: FALSE"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"verify", "--no-replay", "--timeout", "60"}, strings.Fields(c.args)...)
			z := cornet(t, mean, append(args, "-")...)
			require.Equal(t, exitOK, z.code, z.stderr)
			rest := z.stdout
			for _, line := range c.lines {
				_, after, found := strings.Cut("\n"+rest, "\n"+line+"\n")
				require.True(t, found, "%s: %s", line, z.stdout)
				rest = after
			}
			if c.without != "" {
				require.NotContains(t, z.stdout, c.without)
			}
		})
	}
	z := cornet(t, mean, "verify", "--check", "speed", "-")
	require.Equal(t, exitUsage, z.code)
	require.Contains(t, z.stderr, `"speed" is no property that can be checked`)
}

// TestFindings reads the findings as SARIF and as JUnit XML.
func TestFindings(t *testing.T) {
	args := []string{"verify", "--no-replay", "--check", "overflow,division-by-zero", "--all-findings", "-", "--format"}
	z := cornet(t, mean, append(args, "sarif")...)
	require.Equal(t, exitOK, z.code, z.stderr)
	var log sarifLog
	require.NoError(t, json.Unmarshal([]byte(z.stdout), &log))
	run := log.Runs[0]
	require.Len(t, run.Results, 2)
	kinds := map[string]int{}
	for _, r := range run.Results {
		kinds[r.RuleID]++
		require.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
		require.NotZero(t, r.Locations[0].Physical.Region.StartLine)
		require.NotEmpty(t, r.CodeFlows[0].ThreadFlows[0].Locations)
	}
	require.Equal(t, map[string]int{"signed-overflow": 1, "division-by-zero": 1}, kinds)

	z = cornet(t, mean, append(args, "junit")...)
	var suites junitSuites
	require.NoError(t, xml.Unmarshal([]byte(z.stdout), &suites))
	require.Equal(t, []int{7, 2, 0}, []int{suites.Tests, suites.Failures, suites.Errors})
	require.Len(t, suites.Suite.Cases, 7)
}
