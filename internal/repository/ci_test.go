// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// A project is a copy of examples/ci, as a Git repository of its own.
type project struct {
	dir string
	env []string
}

func newProject(t *testing.T) project {
	t.Helper()
	p := project{dir: t.TempDir()}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") { // set by a hook that runs the tests
			p.env = append(p.env, v)
		}
	}
	p.env = append(p.env, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always")
	require.NoError(t, os.CopyFS(p.dir, os.DirFS(filepath.Join("..", "..", "examples", "ci"))))
	p.run(t, 0, "git", "init", "-q", "-b", "main", ".")
	p.commit(t)
	return p
}

// run runs a program in the project, and returns its output.
func (p *project) run(t *testing.T, code int, program string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Dir, c.Env = p.dir, p.env
	out, _ := c.CombinedOutput()
	require.Equal(t, code, c.ProcessState.ExitCode(), "%s %v\n%s", program, args, out)
	return string(out)
}

func (p *project) commit(t *testing.T) {
	t.Helper()
	p.run(t, 0, "git", "add", "-A")
	p.run(t, 0, "git", "commit", "-q", "--no-verify", "-m", "a commit")
}

// edit replaces a text in a file.
func (p *project) edit(t *testing.T, name, before, after string) {
	t.Helper()
	path := filepath.Join(p.dir, name)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), before)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), before, after, 1)), 0o644))
}

func needProgram(t *testing.T, name string) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs " + name)
	}
	need.Of(t, name, "git", "gcc")
}

// TestAction runs the workflow of examples/ci with act: for a push with a bug, and for a pull
// request that fixes it. The actions of others need GitHub, so they are replaced by ones that only
// report that they ran.
func TestAction(t *testing.T) {
	needProgram(t, "act")
	p := newProject(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	tmp := t.TempDir()
	for _, action := range []string{"cornet", "cache", "codeql/upload-sarif"} {
		dir := filepath.Join(tmp, filepath.FromSlash(action))
		require.NoError(t, os.MkdirAll(dir, 0o755))
		text := "name: stub\ndescription: stub\ninputs:\n  sarif_file: {default: ''}\nruns:\n  using: composite\n  steps:\n    - shell: bash\n" +
			"      run: 'f=\"${{ inputs.sarif_file }}\"; echo \"stub " + action + "\" ${f:+$(tr -d \"\\n \" < \"$f\" | grep -o \"\\\"ruleId\\\":[^,]*\")}'\n"
		if action == "cornet" {
			own, err := os.ReadFile(filepath.Join(root, "action.yml"))
			require.NoError(t, err)
			text = string(own)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "action.yml"), []byte(text), 0o644))
	}
	p.env = append(p.env, "XDG_CACHE_HOME="+filepath.Join(tmp, "home"))
	p.edit(t, ".github/workflows/verify.yml", "each:", "binary: "+filepath.Join(builtCornet(t), "cornet")+"\n          each:")
	p.commit(t)
	act := func(code int, args ...string) string {
		return p.run(t, code, "act", append(args, "-P", "ubuntu-latest=-self-hosted", "--local-repository", "cornet/cornet@main="+filepath.Join(tmp, "cornet"),
			"--local-repository", "actions/cache@v4="+filepath.Join(tmp, "cache"), "--local-repository", "github/codeql-action@v3="+filepath.Join(tmp, "codeql"))...)
	}

	log := act(1, "push")
	for _, want := range []string{
		"| `queue_put` | TRUE |", "| `queue_last` | FALSE | src/queue.c:37:3: assertion: the assertion fails |", "src/queue.c,line=37,col=3", "the answer is FALSE",
		"stub cache", `stub codeql/upload-sarif "ruleId":"assertion"`,
	} {
		require.Contains(t, log, want)
	}

	base := strings.TrimSpace(p.run(t, 0, "git", "rev-parse", "HEAD"))
	p.edit(t, "src/queue.c", "q->first + q->count - 1; /* should go around the end */", "(q->first + q->count - 1) % CAPACITY;")
	p.commit(t)
	event, err := json.Marshal(map[string]any{"pull_request": map[string]any{"base": map[string]any{"sha": base, "ref": "main"}, "head": map[string]any{"ref": "mend"}}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(tmp, "event.json"), event, 0o644))
	log = act(0, "pull_request", "-e", filepath.Join(tmp, "event.json"))
	for _, want := range []string{"queue_put: UNCHANGED", "queue_take: UNCHANGED", "queue_last: TRUE", "the answer is UNCHANGED"} {
		require.Contains(t, log, want)
	}
	require.NotContains(t, log, `"ruleId":"assertion"`)
}

// TestHook runs the hook of .pre-commit-hooks.yaml with pre-commit.
func TestHook(t *testing.T) {
	needProgram(t, "pre-commit")
	p, hooks := newProject(t), project{dir: t.TempDir()}
	hooks.env = p.env
	text, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(hooks.dir, ".pre-commit-hooks.yaml"), text, 0o644))
	hooks.run(t, 0, "git", "init", "-q", "-b", "main", ".")
	hooks.commit(t)
	p.edit(t, ".pre-commit-config.yaml", "https://github.com/cornet/cornet", hooks.dir)
	p.edit(t, ".pre-commit-config.yaml", "rev: main", "rev: "+strings.TrimSpace(hooks.run(t, 0, "git", "rev-parse", "HEAD")))
	p.edit(t, ".pre-commit-config.yaml", "id: cornet", "id: cornet-system")
	p.commit(t)
	p.env = append(p.env, "PRE_COMMIT_HOME="+t.TempDir(), "PATH="+builtCornet(t)+string(os.PathListSeparator)+os.Getenv("PATH"))

	p.edit(t, "src/queue.c", "/* should", "/* it should")
	p.run(t, 0, "git", "add", "-A")
	require.Regexp(t, `cornet verify\.+Passed`, p.run(t, 0, "pre-commit", "run"))

	p.edit(t, "src/queue.c", "q->count == CAPACITY", "q->count > CAPACITY")
	p.run(t, 0, "git", "add", "-A")
	log := p.run(t, 1, "pre-commit", "run")
	for _, want := range []string{"Failed", "queue_put: FALSE", "queue_take: unchanged since HEAD", "queue_last: unchanged since HEAD"} {
		require.Contains(t, log, want)
	}
}
