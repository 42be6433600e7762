// SPDX-License-Identifier: Apache-2.0

package result

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine describes the machine of the runs. It names no host.
type Machine struct {
	OS     string `json:"os"`
	Arch   string `json:"arch"`
	CPU    string `json:"cpu,omitempty"` // model name as the system gives it
	Cores  int    `json:"cores"`         // usable by the process
	Memory int64  `json:"memory_bytes,omitempty"`
	Kernel string `json:"kernel,omitempty"`
}

// ThisMachine returns the facts about the machine that it runs on. Unknown facts are left empty: on
// systems without /proc, everything except the first fields and cores.
func ThisMachine() Machine {
	m := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU()}
	m.CPU = procField("/proc/cpuinfo", "model name")
	var kb int64
	if _, err := fmt.Sscanf(procField("/proc/meminfo", "MemTotal"), "%d kB", &kb); err == nil {
		m.Memory = kb << 10
	}
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(text))
	}
	return m
}

// procField returns the value of the first line "name : value" of a file, or nothing.
func procField(path, name string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, ok := strings.Cut(lines.Text(), ":")
		if ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
