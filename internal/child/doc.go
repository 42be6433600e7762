// SPDX-License-Identifier: Apache-2.0

// Package child runs one command under limits and reports its results and its use of resources.
//
// [Run] starts the command as the leader of a session of its own, watches it and all its
// descendants, and stops all of them when a limit is exceeded or the context ends. No process that
// the command has started outlives the call, as far as the system reports processes.
//
// # Main types
//
//	Command   what to run, with which input
//	Limits    wall time, CPU time, memory, grace, output size
//	Outcome   output, exit code or signal, time, peak memory, and which limit ended the run
//
// # How memory is measured
//
// The limit is on resident memory, summed over the process tree: RLIMIT_AS would be wrong, because
// the Go runtime (and Java's, and z3's allocator) reserves far more address space than it touches.
// The tree is sampled from /proc every few milliseconds at first and every 50 ms later, so a
// process that grows by 1 GB/s can pass its limit by some 50 MB before it is killed. Pages that
// several processes share are counted once for each.
//
// The kernel's own peak (ru_maxrss of wait4) catches what happens between samples, but it has a
// trap: on Linux a child inherits the peak of the process that forked it until it calls exec, and
// exec folds that into ru_maxrss. A tiny child of a harness with 200 MB would read 200 MB. The
// value is therefore believed only when it exceeds the peak of the calling process. For runs of a
// few milliseconds the figure is a lower bound.
//
// # How CPU time is measured
//
// While the tree runs: user and system time of all live processes and of the children that they
// have waited for, to 10 ms. At the end: the larger of the last such sum and what wait4 reports.
//
// # Platforms
//
// On Linux everything above holds. On other Unix systems the process group is killed and the
// kernel's figures are reported at the end, but memory and CPU limits are checked only then.
// Elsewhere only the process itself is killed and memory is not known.
//
// # Limits
//
// A descendant that starts a session of its own and is orphaned between two samples is not seen. A
// memory limit is not a guard against a hostile program; use a control group or a container for
// that.
package child
