// SPDX-License-Identifier: Apache-2.0

// Command sbom writes a bill of materials of a program in Go, in CycloneDX 1.6. It lists the
// modules that the build recorded in the program, and the embedded package for Node. It has no time
// and no serial number, so that the same program has the same bill.
//
//	sbom PROGRAM VERSION packaging/web/package.json > cornet.cdx.json
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("expected a program, its version and a package.json, found %d arguments", len(args))
	}
	info, err := buildinfo.ReadFile(args[0])
	if err != nil {
		return err
	}
	text, err := os.ReadFile(args[2])
	if err != nil {
		return err
	}
	var web struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &web); err != nil {
		return fmt.Errorf("%s: %w", args[2], err)
	}
	const embedded = "@viz-js/viz" // internal/picture/viz.js.gz
	viz := web.Dependencies[embedded]
	if viz == "" {
		return fmt.Errorf("%s: no %s", args[2], embedded)
	}
	url := "pkg:npm/%40viz-js/viz@" + viz
	components := []cdx.Component{{
		BOMRef: "std", Type: cdx.ComponentTypeLibrary, Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
	}, {BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: embedded, Version: viz, PackageURL: url, Description: "Graphviz and Expat as WebAssembly"}}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		url := "pkg:golang/" + d.Path + "@" + d.Version
		components = append(components, cdx.Component{
			BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: d.Path, Version: d.Version, PackageURL: url,
			Properties: &[]cdx.Property{{Name: "go.sum", Value: d.Sum}},
		})
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{BOMRef: "cornet", Type: cdx.ComponentTypeApplication, Name: info.Main.Path, Version: args[1]}}
	bom.Components = &components
	return cdx.NewBOMEncoder(os.Stdout, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}
