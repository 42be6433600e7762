// SPDX-License-Identifier: Apache-2.0

package child

import (
	"os/exec"
	"syscall"
)

// Isolate gives a command that has not been started a session of its own, as Run does: an interrupt
// typed at the terminal does not reach it, [KillTree] reaches all that it starts, and on Linux it
// dies with this process.
func Isolate(cmd *exec.Cmd) { isolate(cmd) }

// KillTree kills an isolated command that has been started and not been waited for, and its
// descendants as far as the system lets us see them.
func KillTree(cmd *exec.Cmd) {
	g := newGroup(cmd.Process)
	g.signal(syscall.SIGKILL)
	g.killRest()
	cmd.Process.Kill()
}
