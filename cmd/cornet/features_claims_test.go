// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// claimsOf are the programs of each claim, by their folder and first line.
func claimsOf(programs []featureProgram) map[string][]featureProgram {
	z := map[string][]featureProgram{}
	for _, p := range programs {
		z[p.feature+": "+p.about] = append(z[p.feature+": "+p.about], p)
	}
	return z
}

// code is the text of a program without its comments.
func (p featureProgram) code() string {
	return regexp.MustCompile(`(?m)//.*$`).ReplaceAllString(p.text, "")
}

// TestFeatureClaims checks that programs fit their claims: a program uses each declared name that
// its claim mentions, such as argv.
func TestFeatureClaims(t *testing.T) {
	word := regexp.MustCompile(`[A-Za-z_]\w{2,}`)
	for claim, programs := range claimsOf(featurePrograms(t)) {
		if slices.Contains(programs[0].flags, "--check") {
			continue // the declaration itself may be the error
		}
		for _, name := range word.FindAllString(programs[0].about, -1) {
			declared := regexp.MustCompile(`\w[\s*]+` + name + `\s*(\[\w*\])*\s*[,;)=]`)
			used := regexp.MustCompile(`\b` + name + `\b`)
			if slices.ContainsFunc(programs, func(p featureProgram) bool { return declared.MatchString(p.code()) }) {
				assert.True(t, slices.ContainsFunc(programs, func(p featureProgram) bool {
					return len(used.FindAllString(p.code(), -1)) > 1
				}), "%s: no program uses %s", claim, name)
			}
		}
	}
}

// TestFeaturesAssert checks claims without a program that has an error. With the condition of the
// assertion negated, the error must be reached: so the program does reach the assertion of the
// claim.
func TestFeaturesAssert(t *testing.T) {
	assertion := regexp.MustCompile(`if \((.*)\)(\s*\{?\s*reach_error)`)
	count := 0
	for claim, programs := range claimsOf(featurePrograms(t)) {
		if slices.ContainsFunc(programs, func(p featureProgram) bool { return p.expect != "TRUE" }) {
			continue
		}
		for _, p := range programs {
			if !assertion.MatchString(p.text) || slices.Contains(p.flags, "--check") || count%4 > 0 && testing.Short() {
				continue
			}
			count++
			t.Run(p.feature+"/"+p.name, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), p.name)
				first := assertion.FindStringSubmatchIndex(p.text)
				text := p.text[:first[2]] + "!(" + p.text[first[2]:first[3]] + ")" + p.text[first[3]:]
				require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
				args := append([]string{"verify", file, "--no-replay", "--timeout", "60", "-I", filepath.Dir(p.path())}, p.flags...)
				z := cornet(t, "", args...)
				word, rest, _ := strings.Cut(z.stdout, "\n")
				require.NotEqual(t, "TRUE", word, "%s: the program does not assert it: %s\n%s", claim, rest, text)
			})
		}
	}
	require.Greater(t, count, 5)
}
