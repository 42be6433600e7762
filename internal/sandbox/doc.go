// SPDX-License-Identifier: Apache-2.0

// Package sandbox runs a compiler on untrusted text, and then the compiled program.
//
// # Threat model
//
// The author of a verified C program is somebody else: it comes from a pull request, a download or
// a task set. The program, including its compiler's input, may try to read what the user can read,
// to change or send it, to use up the machine, and to survive. The compiler and the kernel are
// assumed to be correct. The text that the compiler reads is not trusted ("#include
// \"/etc/passwd\"", ".incbin"). The compiler may read the folders that the user names for headers.
//
// Not covered are errors of the kernel, timing, and whether a file exists and how large it is
// (Landlock does not restrict stat). A confined program cannot pass on anything that it has
// learned: it has no network and no place to write, and its output is discarded.
//
// # Layers
//
// [Box.Run] starts this executable again as a launcher. The launcher gives up everything that the
// box forbids and then replaces itself by the command. All layers must hold, or nothing is run:
//
//	Landlock          files: only listed files can be read, written, executed or made; TCP, signals and abstract
//	                  sockets, where the kernel has these rules
//	seccomp           system calls: a list of those that C programs need. None of it makes a socket, traces, mounts,
//	                  leaves the process group, changes modes, owners or times of files, or signals other processes.
//	                  A program starts threads but no processes, unless it is a [Forker]; it writes
//	                  nothing unless it is a [Recorder]
//	no-new-privileges set-user-ID programs gain nothing
//	limits            address space, size of files, CPU time, threads and processes, no core dumps
//	identity          root becomes a user without files and capabilities, so that the limit of processes holds
//	environment       PATH, LC_ALL and TMPDIR, and no open files but the standard streams, which lead nowhere
//	supervision       package child watches time, memory and number of tasks of the tree, and kills the process group,
//	                  which nothing can leave
//
// [Available] says whether the first two exist: Linux with Landlock (5.13 or newer) on amd64 or
// arm64. Elsewhere nothing runs unless the box is [Box.Unconfined].
//
// # The launcher
//
// The launcher is the package's init function: a process whose first argument is the launcher's
// name never gets to main. So every program that imports the package can confine, including tests.
// Landlock and seccomp restrict threads, not processes. The Go runtime cannot make all threads of a
// program with libraries loaded at run time do a system call. So the launcher's one thread does the
// calls and then execs, which ends the other threads.
//
// References: landlock(7), seccomp(2), capabilities(7); M. Salaün, Landlock: unprivileged access
// control, Linux kernel documentation, userspace-api/landlock.
package sandbox
