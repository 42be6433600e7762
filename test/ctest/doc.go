// SPDX-License-Identifier: Apache-2.0

// Package ctest writes random small programs with threads, to compare what different parts say about them.
//
// A program has main and two or three threads, a few shared variables of a few bits, and takes from the library whatever makes
// threads wait for each other: mutexes of every kind, condition variables, semaphores, barriers, read-write and
// spin locks, atomic operations and blocks, thread-local variables, joins. Loops are bounded but for those that wait. The error
// is that shared variables have certain values at some time. The only nondeterminism is the schedule and what
// may time out, so that exec.Explore decides it.
//
// The text is C that gcc takes, too. With REAL defined, threads yield to each other at random between any two statements, all on one
// processor: then loads and stores are as sequentially consistent as the programs that Cornet models.
//
// # Types
//
//	Program    the text of a program
//	generator  writes it
package ctest
