// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// docLink is a link of go doc in a comment: [Name], [Type.Member], [pkg.Name], or
// [pkg.Type.Member].
var docLink = regexp.MustCompile(`(?m)(?:^|[\s(])\[\*?((?:[a-z]\w*\.)?[A-Z]\w+(?:\.[A-Z]\w*)?)\](?:$|[\s,.;:)'])`)

// names are the possible targets of links to a package: its declarations, and members as
// Type.Member.
func names(files []*ast.File) map[string]bool {
	z := map[string]bool{}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				z[receiver(d)+d.Name.Name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					addNames(z, s)
				}
			}
		}
	}
	return z
}

// receiver returns "Type." for a method, and "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return t.(*ast.Ident).Name + "."
		}
	}
}

func addNames(z map[string]bool, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			z[n.Name] = true
		}
	case *ast.TypeSpec:
		z[s.Name.Name] = true
		var members *ast.FieldList
		switch t := s.Type.(type) {
		case *ast.StructType:
			members = t.Fields
		case *ast.InterfaceType:
			members = t.Methods
		default:
			return
		}
		for _, m := range members.List {
			for _, n := range m.Names {
				z[s.Name.Name+"."+n.Name] = true
			}
		}
	}
}

// TestCommentLinks checks that links in Go comments lead to declarations of this repository.
func TestCommentLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	set := token.NewFileSet()
	packages := map[string][]*ast.File{} // by folder
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "testdata"):
			return filepath.SkipDir
		case !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		folder = filepath.ToSlash(folder)
		packages[folder] = append(packages[folder], f)
		return err
	}))
	declared := map[string]map[string]bool{} // by folder
	for folder, files := range packages {
		declared[folder] = names(files)
	}
	links := 0
	for folder, files := range packages {
		for _, f := range files {
			imported := map[string]string{} // name → path
			for _, i := range f.Imports {
				p, _ := strconv.Unquote(i.Path.Value)
				name := path.Base(p)
				if i.Name != nil {
					name = i.Name.Name
				}
				imported[name] = p
			}
			for _, c := range f.Comments {
				for _, m := range docLink.FindAllStringSubmatch(c.Text(), -1) {
					links++
					if !leads(m[1], folder, imported, declared, packages) {
						t.Errorf("%s: [%s]: there is no such name", set.Position(c.Pos()), m[1])
					}
				}
			}
		}
	}
	require.Greater(t, links, 100)
}

// leads reports whether a link in a folder leads to a name, or into a package of others. A name in
// capital letters is an argument of a command.
func leads(link, folder string, imported map[string]string, declared map[string]map[string]bool, packages map[string][]*ast.File) bool {
	first, rest, _ := strings.Cut(link, ".")
	if declared[folder][link] || link == strings.ToUpper(link) {
		return true
	}
	p, ok := imported[first]
	if !ok {
		return declared[folderNamed(packages, first)][rest]
	}
	inside, ours := strings.CutPrefix(p, "cornet/")
	return !ours || declared[inside][rest]
}

// folderNamed returns the folder of the package with that name, or "" if there is not exactly one.
func folderNamed(packages map[string][]*ast.File, name string) string {
	z := ""
	for folder, files := range packages {
		if slices.ContainsFunc(files, func(f *ast.File) bool { return f.Name.Name == name }) {
			if z != "" {
				return ""
			}
			z = folder
		}
	}
	return z
}
