// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package queries

import "time"

var epoch = time.Now()

// processorTime returns wall time on systems where processor time is not available.
func processorTime() time.Duration { return time.Since(epoch) }
