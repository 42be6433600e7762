// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"io"

	"cornet/verify"
)

// writeSARIF is not part of WebAssembly: what writes SARIF brings the network and its cryptography along, a sixth of the program.
func writeSARIF(io.Writer, verify.Result) error {
	return errors.New("SARIF is not written by the WebAssembly build; use the formats json or junit, or the cornet program")
}
