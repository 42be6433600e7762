// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"fmt"
	"os"
	"strings"
)

// ThreadCampaign returns the range of program numbers for a long test, from the environment
// variable CORNET_THREADTEST: "FROM-TO", or "TO". It reports false if that is not set.
func ThreadCampaign() (from, to int64, asked bool, err error) {
	s := os.Getenv("CORNET_THREADTEST")
	if s == "" {
		return 0, 0, false, nil
	}
	if !strings.Contains(s, "-") {
		s = "0-" + s
	}
	if _, err := fmt.Sscanf(s, "%d-%d", &from, &to); err != nil {
		return 0, 0, true, fmt.Errorf("CORNET_THREADTEST=%s: want FROM-TO: %w", s, err)
	}
	return from, to, true, nil
}
