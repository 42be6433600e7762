// SPDX-License-Identifier: Apache-2.0

// Package k8s tests the template for Kubernetes.
package k8s

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cornet/bench/result"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestJob runs the commands of the template's pods, one after the other, and merges their journals.
func TestJob(t *testing.T) {
	if testing.Short() {
		t.Skip("measures tasks")
	}
	text, err := os.ReadFile("job.yaml")
	require.NoError(t, err)
	var job struct {
		Spec struct {
			CompletionMode           string `yaml:"completionMode"`
			Completions, Parallelism int
			Template                 struct {
				Spec struct {
					Containers []struct{ Command []string }
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &job))
	require.Equal(t, "Indexed", job.Spec.CompletionMode)
	dir := t.TempDir()
	program := filepath.Join(dir, "cornet")
	out, err := exec.Command("go", "build", "-o", program, "cornet/cmd/cornet").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.CopyFS(filepath.Join(dir, "tasks"), os.DirFS(filepath.Join("..", "..", "testdata", "horn"))))
	run := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	words := job.Spec.Template.Spec.Containers[0].Command
	var whole strings.Builder
	for i := range job.Spec.Completions {
		pod := strings.NewReplacer("$(JOB_COMPLETION_INDEX)", strconv.Itoa(i)).Replace(strings.Join(words[1:], " "))
		require.Contains(t, run(strings.Fields(pod)...), fmt.Sprintf("Part %d/%d is done.", i, job.Spec.Completions))
		journal, err := os.ReadFile(filepath.Join(dir, "parts", strconv.Itoa(i)+".journal"))
		require.NoError(t, err)
		whole.Write(journal)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "all.journal"), []byte(whole.String()), 0o644))
	require.Contains(t, run("bench", "--out=all", "--timeout=60s", "--memory=4GiB", "tasks"), "27 runs were taken from the journal of an interrupted run, 0 measured now")
	f, err := result.ReadFile(filepath.Join(dir, "all.json"))
	require.NoError(t, err)
	require.True(t, f.Complete)
	require.Len(t, f.Runs, len(f.Tasks))
}

// TestSchema checks the template against the schemas of some versions of Kubernetes.
func TestSchema(t *testing.T) {
	need.Of(t, "kubernetes-validate")
	validate := func(version, file string) (string, error) {
		out, err := exec.Command("kubernetes-validate", "--strict", "-k", version, file).CombinedOutput()
		return string(out), err
	}
	// all versions since 1.29 have podReplacementPolicy and backoffLimitPerIndex
	for _, version := range []string{"1.29", "1.34"} {
		said, err := validate(version, "job.yaml")
		require.NoError(t, err, said)
	}
	text, err := os.ReadFile("job.yaml")
	require.NoError(t, err)
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	require.NoError(t, os.WriteFile(bad, []byte(strings.ReplaceAll(string(text), "podReplacementPolicy", "podReplacement")), 0o644))
	said, err := validate("1.34", bad)
	require.Error(t, err)
	require.Contains(t, said, "'podReplacement' was unexpected")
}
