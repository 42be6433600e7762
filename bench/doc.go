// SPDX-License-Identifier: Apache-2.0

// Package bench measures solvers on collections of tasks and records the results. The command
// "cornet bench" uses it.
//
// # What a run does
//
//  1. [task.Find] collects the tasks.
//  2. Every task is given to every solver, as a child process under limits ([child.Run]), some at a
//     time. All solvers do a task before the next one begins, in an order that rotates from task to
//     task, so that other work of the machine affects all of them equally.
//  3. The answer is read and, where asked for, its witness is given to an independent validator,
//     outside the measured time. On a cluster, jobs do that for a batch of tasks each, see
//     campaign.go and element.go.
//  4. Each finished run goes to a journal. The same call with the same options, after an interrupt,
//     measures only the runs that are not in the journal.
//  5. Package result judges, counts and compares; package report writes pages.
//
// # Main types and functions
//
//	Options  everything that a run depends on, field by field the flags of the command
//	Run      does it all
//	Summary  the results, for the command's output and exit status
//	Bytes    a memory size as people write it, such as "4GiB"
//
// # Packages below
//
//	bench/task    tasks from set files, task definitions, bare inputs and directories
//	internal/child   one command under limits
//	bench/result  observations, judgement, counts, comparison, the JSON file
//	bench/report  Markdown and HTML pages
//
// # Terminology
//
//	solver under test  the first solver; peers are those that it is measured against
//	template           a command with placeholders such as {} for the input file
//	place              an argument: set file, task definition, input file or directory
//
// # Limits
//
// Times are those of processes on a machine that may do other things as well; compare only results
// of the same run. Limits are kept by polling, see package child. Witnesses of programs are not
// validated: there is no validator for them here.
//
// # References
//
// D. Beyer, S. Löwe, P. Wendler: Reliable benchmarking: requirements and solutions, STTT 21(1),
// 2019, says what can go wrong; BenchExec, which implements it with control groups, remains the
// choice for published figures. User documentation: docs/benchmarking.md.
package bench
