// SPDX-License-Identifier: Apache-2.0

// Package difftest compares the embedded solver with others on random questions, and shrinks the
// ones on which something is wrong.
//
// # Main types
//
//	Generator  random questions from a seed and a theory
//	Instance   a question: an incremental script, or a tree of partitions
//	Judge      asks the solver under test and others, and reports what is wrong
//	Campaign   many instances, in parallel; counts and failures
//
// # What is compared
//
// A script pushes, pops, asserts and checks under assumptions with one solver. A model must satisfy
// all assertions, by evaluation; if the solver answers unsat, no other solver may have a model that
// evaluation confirms; a core must be unsatisfiable with the assertions. Interpolants of a tree
// must pass itp.Check with another solver, in theory "words" those by rules about words, models
// must satisfy every partition, and of two strengths for a path the stronger must imply the weaker.
// Giving up is allowed, and counted.
//
// Instances are small and hard: equations that only integers contradict, strict bounds, tight
// boxes, if-then-else in sums, div and mod, a few coefficients of more than 64 bits. The
// frequencies are in generate.go.
//
// # Running it
//
//	go test ./internal/test/difftest                               a few seconds
//	CORNET_DIFFTEST=300000 go test ./internal/test/difftest -run Long -v -timeout 0
//	go test ./internal/test/difftest -fuzz FuzzInstance
//
// make difftest does the second. CORNET_DIFFTEST_SEED is the first seed; a failure is reported with
// its seed, and as an SMT-LIB script after shrinking.
//
// # Programs with threads
//
// ThreadProgram writes random small programs with threads, to compare the answers of different
// parts about them. A program has main and two or three threads, a few shared variables of a few
// bits, and uses the functions of the library by which threads wait for each other: mutexes of
// every kind, condition variables, semaphores, barriers, read-write and spin locks, atomic
// operations and blocks, thread-local variables, joins. Loops are bounded, except those that wait.
// The error is that shared variables have certain values at some time. The only nondeterminism is
// the schedule and timeouts, so exec.Explore decides each program.
//
// The text is C that gcc takes, too. With REAL defined, threads yield to each other at random
// between any two statements, all on one processor: then loads and stores are as sequentially
// consistent as the programs that Cornet models.
//
// # Names
//
//	g  a generator     x  an instance
//	j  a judge         t  a term
package difftest
