// SPDX-License-Identifier: Apache-2.0

// Package sandbox runs a compiler over text that is not trusted, and the program that comes out of it.
//
// # Threat model
//
// The author of a C program that is verified is not the one who verifies it: a pull request, a download, a
// task set. The program, its compiler's input included, may try to read what the user can read, to change
// or to send it, to use up the machine, and to live on. The compiler and the kernel are trusted to be
// correct; the text that the compiler reads is not ("#include \"/etc/passwd\"", ".incbin"). The folders
// that the user names for headers may be read by the compiler.
//
// What is not guarded against: errors of the kernel, timing, and questions whether a file exists and how large
// it is (Landlock does not restrict stat). A confined program can pass on nothing of what it has learned: it has no
// network and no place to write, and what it prints is thrown away.
//
// # Layers
//
// [Box.Run] starts this very executable again as a launcher, which gives up what the box forbids and then
// replaces itself by the command. The layers, each of which has to hold, else nothing is run:
//
//	Landlock          files: what is not listed is neither read, written, executed nor made; TCP, signals and abstract
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
// [Available] says whether the first two are there: Linux with Landlock (5.13 or newer) on amd64 or arm64. Elsewhere
// nothing runs unless the box is [Box.Unconfined].
//
// # The launcher
//
// It is the package's init function: a process whose first argument is the launcher's name never gets to main. So
// every program that imports the package can confine, tests included. Landlock and seccomp bind threads, not
// processes, and the Go runtime cannot make all threads of a program with libraries loaded at run time do a system
// call; the launcher's one thread does it and execs, which ends the others.
//
// References: landlock(7), seccomp(2), capabilities(7); M. Salaün, Landlock: unprivileged access control, Linux
// kernel documentation, userspace-api/landlock.
package sandbox
