// SPDX-License-Identifier: Apache-2.0

package main

import "io"

// output is standard output. It keeps the first failure, so that commands may print without checking: an
// answer that cannot be written, as on a full disk, must not end in success.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
