// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package queries

import "time"

var epoch = time.Now()

// processorTime returns wall time, where no other is known.
func processorTime() time.Duration { return time.Since(epoch) }
