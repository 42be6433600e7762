// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	// code is text in which there are no links.
	code   = regexp.MustCompile("(?ms)^ *```.*?^ *```$|`[^`\n]*`")
	nameOf = regexp.MustCompile(`[^a-z0-9 _-]`)
)

// anchors returns the names of the headings of a page, as GitHub makes them.
func anchors(page string) map[string]bool {
	z := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		name := nameOf.ReplaceAllString(strings.ToLower(strings.ReplaceAll(m[1], "`", "")), "")
		z[strings.ReplaceAll(name, " ", "-")] = true
	}
	return z
}

// ofTheSite returns the words of the recipe by which 'make site' gathers its pages. They include
// the files and folders of the site.
func ofTheSite(t *testing.T, root string) []string {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	_, recipe, found := strings.Cut(string(makefile), "\nsite:\n")
	require.True(t, found)
	recipe, _, _ = strings.Cut(recipe, "\n\n")
	return strings.FieldsFunc(recipe, func(r rune) bool { return strings.ContainsRune(" \t\n();'", r) })
}

// TestLinks follows the links of README.md, CONTRIBUTING.md, CHANGELOG.md and the pages in docs to
// files and headings of this repository. The site has these pages too. Its build fails on a link to
// anything outside the site, such as a source file.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	site := ofTheSite(t, root)
	pages := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"), filepath.Join(root, "CHANGELOG.md")}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "docs"), func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, ".md") {
			pages = append(pages, file)
		}
		return err
	}))
	require.Greater(t, len(pages), 5)
	links := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			links++
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), filepath.FromSlash(target))
			}
			linked, err := os.ReadFile(file)
			if err != nil {
				_, err = os.Stat(file) // a folder
				require.NoError(t, err, "%s: %s", page, m[1])
			}
			name, err := filepath.Rel(root, file)
			require.NoError(t, err)
			name = filepath.ToSlash(name)
			require.True(t, slices.ContainsFunc(site, func(copied string) bool { return name == copied || strings.HasPrefix(name, copied+"/") }),
				"%s: %s: the site does not have it; name the package or the file without a link", page, m[1])
			if anchor != "" {
				require.True(t, anchors(string(linked))[anchor], "%s: %s: there is no such heading", page, m[1])
			}
		}
	}
	require.Greater(t, links, 30)
}
