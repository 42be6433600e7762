// SPDX-License-Identifier: Apache-2.0

// Package result has the results of a benchmark run. It judges and counts them, and reads and
// writes the JSON file that contains them.
//
// # Main types
//
//	File        everything about one benchmark run: settings, tasks, runs; the JSON schema
//	Run         one solver on one task: observation (answer, time, memory, exit) and judgement (Status)
//	Status      correct, wrong, unverified, unknown, timeout, memory, crash
//	Validation  the finding of an independent validator about the witness of an answer
//	Tally       the counts of one solver over a group of tasks
//
// # Phases
//
// [Observe] turns the outcome of a child process into a Run. A validator may then add a Validation.
// [Run.Judge] sets the status from these and the task's expected verdict; judging again, for
// example because a verdict has become known, needs no new measurement. [File.Normalise] puts all
// runs in order and looks for contradictions between solvers; [File.Groups] counts.
//
// # Terminology
//
//	answer      the solver's verdict: sat, unsat or unknown
//	expected    the verdict that the task's authors give
//	solved      answered without a known fault: correct, or unverified when no verdict is expected
//	PAR-2       mean over the tasks of the wall time when solved, and of twice the limit when not
//	unique      solved by one solver and by none of the others in the same file
//	score       solved minus 64 for each wrong answer
//
// # References
//
// PAR-2 is the penalised average runtime of the SAT competitions. The weight of a wrong answer is
// this project's own, see docs/benchmarking.md.
package result
