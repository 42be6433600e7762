// SPDX-License-Identifier: Apache-2.0

// Package task finds verification tasks on disk and reads their properties.
//
// A task is one question for a solver: input files, a property, and, where it is known, the
// expected verdict. Tasks come from four kinds of places, and one call of [Find] takes any mix of
// them:
//
//   - set files (.set): lists of paths and glob patterns relative to the set file, as in BenchExec;
//   - task definitions (.yml, .yaml): BenchExec's task-definition format, major versions 1 and 2;
//   - bare inputs (.smt2, .c, .i): tasks without an expected verdict;
//   - directories: searched recursively for task definitions and for inputs that none of them
//     names.
//
// # Main types
//
//	Task     one question: name, files, property, expected verdict, track and family
//	Verdict  the expected verdict of a task or the answer of a solver; the zero value is Unknown
//	Options  which property counts, and a filter on names
//	Found    the tasks in order, and the definitions that were left out, with the reasons
//
// # Terminology
//
//	root     the folder that a task's name is relative to: the set file's folder, the directory searched,
//	         or the folder of a file named directly
//	track    the set file's name without .set and .quick.set, or the root folder's name
//	family   the first folder of the task's name, empty when it has none
//
// # Limits
//
// Names in a set file are not expanded for environment variables or a leading "~". A set file does
// not name other set files. Directories are entered through real paths only, symbolic links to
// folders are not followed, and files and folders whose names begin with a dot are skipped.
//
// # References
//
// The formats are those of BenchExec, https://github.com/sosy-lab/benchexec,
// doc/task-definition-files.md and doc/benchexec.md (section on task sets); D. Beyer, S. Löwe, P.
// Wendler: Reliable benchmarking: requirements and solutions, STTT 21(1), 2019.
//
// Differences from BenchExec: a line of a set file that matches nothing is an error here and a
// warning there, because missing tasks would make figures look better than they are; properties are
// distinguished by the base name of their file; a task has one property, the one that [Options]
// asks for.
package task
