// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release, set by the linker for release builds.
var version = "0.1.0"

type versionCmd struct{ answerFormat }

func (versionCmd) Run(a *app) error {
	_, err := fmt.Fprintln(a.stdout, versionLine())
	return err
}

func versionLine() string {
	return fmt.Sprintf("cornet %s (%s, %s/%s)", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildVersion returns the release, and the revision if the build recorded one.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return version + " " + s.Value[:12]
		}
	}
	return version
}
