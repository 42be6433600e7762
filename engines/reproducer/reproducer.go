// SPDX-License-Identifier: Apache-2.0

// Package reproducer saves inputs that show a defect, for developers.
package reproducer

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cornet/horn"
)

// Save writes sys, with the defect as a comment, to a file in dir and
// returns its path. Equal systems get equal names.
func Save(dir string, sys *horn.System, defect error) (string, error) {
	var b bytes.Buffer
	if err := horn.Write(&b, sys); err != nil {
		return "", err
	}
	name := fmt.Sprintf("cornet-reproducer-%x.smt2", sha256.Sum256(b.Bytes()))[:len("cornet-reproducer-")+12] + ".smt2"
	file := filepath.Join(dir, name)
	comment := "; " + strings.ReplaceAll(strings.TrimSpace(defect.Error()), "\n", "\n; ") + "\n"
	return file, os.WriteFile(file, append([]byte(comment), b.Bytes()...), 0o644)
}
