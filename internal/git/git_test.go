// SPDX-License-Identifier: Apache-2.0

package git_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/git"
	"cornet/internal/test/need"
)

// repository makes a repository in a temporary folder, which becomes the working directory. It
// returns a function that runs commands of git and writes files: "file = text" writes, "-file"
// removes, and all else are arguments of git.
func repository(t *testing.T) func(commands ...string) {
	program := need.Of(t, "git")
	t.Chdir(t.TempDir())
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	run := func(commands ...string) {
		t.Helper()
		for _, c := range commands {
			if name, text, ok := strings.Cut(c, " = "); ok {
				require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
				require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
				continue
			}
			if name, ok := strings.CutPrefix(c, "-"); ok {
				require.NoError(t, os.RemoveAll(name))
				continue
			}
			args := append([]string{"-c", "user.name=a", "-c", "user.email=a@b.c"}, strings.Fields(c)...)
			said, err := exec.Command(program, args...).CombinedOutput()
			require.NoError(t, err, "%s: %s", c, said)
		}
	}
	run("init --quiet")
	return run
}

// TestRead compares files at a revision with the texts that the commands wrote.
func TestRead(t *testing.T) {
	run := repository(t)
	run(
		".gitignore = ignored.h\n", "a.c = old a", "d/b.h = b", "gone.h = was here", "ignored.h = not tracked",
		"add .", "commit --quiet -m first", "tag first",
		"a.c = new a", "-gone.h", "late.h = late", "add --all", "commit --quiet -m second",
		"d/b.h = b on disk", "untracked.h = untracked",
	)
	tests := []struct {
		revision, file string
		text           string // "" if the file did not exist
		tracked        bool
		changed        bool // the file is another one on disk
	}{
		{revision: "first", file: "a.c", text: "old a", tracked: true, changed: true},
		{revision: "HEAD", file: "a.c", text: "new a", tracked: true},
		{revision: "HEAD~1", file: "d/b.h", text: "b", tracked: true, changed: true},
		{revision: "HEAD", file: "d/../a.c", text: "new a", tracked: true},
		{revision: "first", file: "gone.h", text: "was here", tracked: true, changed: true},
		{revision: "HEAD", file: "gone.h"},
		{revision: "first", file: "late.h", changed: true},
		{revision: "first", file: "ignored.h", text: "not tracked"},
		{revision: "first", file: "untracked.h", changed: true},
		{revision: "HEAD", file: "nowhere.h"},
	}
	for _, tt := range tests {
		t.Run(tt.revision+" "+tt.file, func(t *testing.T) {
			tree, err := git.At(context.Background(), tt.revision)
			require.NoError(t, err)
			for range 2 { // the second time, the text is known
				text, err := tree.Read(tt.file)
				require.Equal(t, tt.text, string(text))
				if tt.text == "" {
					require.ErrorIs(t, err, fs.ErrNotExist)
				} else {
					require.NoError(t, err)
				}
			}
			has, err := tree.Has(tt.file)
			require.NoError(t, err)
			require.Equal(t, tt.tracked, has)
			require.Equal(t, tt.changed, tree.Changed())
			require.Empty(t, tree.Opaque())
		})
	}
}

// TestOutside has files that the repository does not have, and folders.
func TestOutside(t *testing.T) {
	run := repository(t)
	run("d/a.c = a", "add .", "commit --quiet -m first")
	outside := filepath.Join(t.TempDir(), "x.h")
	require.NoError(t, os.WriteFile(outside, []byte("x"), 0o644))
	tree, err := git.At(context.Background(), "HEAD")
	require.NoError(t, err)
	text, err := tree.Read(outside)
	require.NoError(t, err)
	require.Equal(t, "x", string(text))
	_, err = tree.Has(outside)
	require.ErrorContains(t, err, "is outside of the repository")
	_, err = tree.Read("d")
	require.ErrorIs(t, err, fs.ErrInvalid)
}

// TestOpaque has links that lead elsewhere now: what they led to is not known.
func TestOpaque(t *testing.T) {
	run := repository(t)
	run("one/a.h = 1", "two/a.h = 2")
	if err := os.Symlink("one", "link"); err != nil {
		t.Skip("this system makes no symbolic links here: ", err)
	}
	run("add .", "commit --quiet -m first", "tag first")
	same, err := git.At(context.Background(), "first")
	require.NoError(t, err)
	text, err := same.Read("link/a.h")
	require.NoError(t, err)
	require.Equal(t, "1", string(text))
	require.Empty(t, same.Opaque())

	run("-link")
	require.NoError(t, os.Symlink("two", "link"))
	for _, when := range []string{"on disk", "committed"} {
		if when == "committed" {
			run("add --all", "commit --quiet -m second")
		}
		tree, err := git.At(context.Background(), "first")
		require.NoError(t, err)
		_, err = tree.Read("one/a.h")
		require.NoError(t, err)
		require.Empty(t, tree.Opaque(), when)
		_, err = tree.Read("link/a.h")
		require.NoError(t, err)
		require.Equal(t, "link/a.h", tree.Opaque(), when)
	}
}

// TestErrors has revisions that do not exist, and commands that cannot run.
func TestErrors(t *testing.T) {
	run := repository(t)
	run("a.c = a", "add .", "commit --quiet -m first")
	for _, revision := range []string{"nowhere", "HEAD~1", "--all", "HEAD:a.c"} {
		_, err := git.At(context.Background(), revision)
		require.ErrorIs(t, err, git.ErrNoRevision, revision)
	}
	stopped, stop := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	stop(enough)
	_, err := git.At(stopped, "HEAD")
	require.ErrorIs(t, err, enough)

	t.Chdir(t.TempDir())
	_, err = git.At(context.Background(), "HEAD")
	require.ErrorContains(t, err, "not a git repository")
	t.Setenv("PATH", "")
	_, err = git.At(context.Background(), "HEAD")
	require.ErrorContains(t, err, "git is not installed")
}
