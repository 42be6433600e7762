// SPDX-License-Identifier: Apache-2.0

package cfg

// An Op is the operation on an edge. Unless stated otherwise, an Op is one indivisible step of its
// thread. (Front ends split statements so that an Op has at most one access to a variable that
// threads may share, except inside atomic blocks.)
type Op interface{ op() }

type (
	// Skip does nothing.
	Skip struct{}

	// Assume blocks unless Cond, of any scalar type, differs from 0; with Negate, unless Cond is 0.
	// The two branches of an if are an Assume and its negation over the same Cond.
	//
	// Check means that it belongs to a check (package properties) rather than to a branch of the
	// program. If Wait is not "", a thread waits here until Cond holds, and Wait describes what it
	// waits for. Other assumptions end the executions in which they fail.
	Assume struct {
		Cond   Expr
		Negate bool
		Check  bool
		Wait   string
	}

	// Assign stores Value in To. Both have the same type; aggregates are
	// copied whole. The value stored in a bit-field is in its range already: the front end
	// casts it to an integer type of the field's width, and back to the field's type.
	Assign struct {
		To    Place
		Value Expr
	}

	// Havoc stores any value of its type in To. An aggregate is changed as a whole. Input names the
	// nondeterministic function that returns the value; an input of an execution can set it. Input
	// is "" for indeterminate values.
	Havoc struct {
		To    Place
		Input string // name of the function, such as "__VERIFIER_nondet_int", or ""
	}

	// Call runs a function to its Exit and stores its result in To, if that is not nil. Args has an
	// argument for each parameter, converted to its type; further arguments of a variadic call are
	// dropped. For a call through a pointer, Callee is nil and Fun is the pointer. A thread may be
	// interrupted inside the function.
	Call struct {
		To     Place
		Callee *Function
		Fun    Expr
		Args   []Expr
	}

	// Error violates the property. Its edge leads to a node without edges out.
	Error struct {
		Kind ErrorKind
		// Function is the called function, unless it is one that programs usually mark errors with.
		Function string
		// Site is the number of the check that fails, from 1, and What is its description. They are
		// 0 and "" for the program's own errors.
		Site int
		What string
	}

	// Stop ends the program. Its edge leads to a node without edges out.
	Stop struct {
		Exit bool // the program ends in an orderly way, as by exit and unlike abort
	}

	// Alloc makes a new object of Size bytes and stores its address in To. Elem is the type of its
	// elements according to casts and sizeof, or nil if unknown. The program may use the memory
	// with another type. Alloc never fails.
	Alloc struct {
		To   Place
		Size Expr
		Elem *Type
		Zero bool // filled with zeros, as by calloc; otherwise indeterminate
		Auto bool // freed when the function returns, like alloca and variable-length arrays
	}

	// Free ends the life of the object that Pointer points to, if it is not null.
	Free struct {
		Pointer Expr
		Auto    bool // the object was made by an Alloc with Auto
	}

	// Scope begins or ends the lifetime of Var, a local variable. Within one call, Var always has
	// the same address. Scope occurs only if the validity of accesses is checked. Other checks do
	// not depend on it.
	Scope struct {
		Var *Var
		End bool
	}

	// Copy copies Bytes bytes from the pointer From to the pointer To, like memmove.
	Copy struct {
		To, From, Bytes Expr
		// Partial means that From may have fewer than Bytes bytes. Bytes copied from past its end
		// are indeterminate.
		Partial bool
		// Disjoint means that C defines the operation only if the two blocks do not overlap.
		Disjoint bool
	}

	// Fill sets Bytes bytes at the pointer To to Value, an unsigned char.
	Fill struct {
		To, Value, Bytes Expr
	}

	// Clobber stores any values in the object that Pointer points into. It may also store in
	// objects that pointers in this object point to, and so on. Pointer is not null. Input names
	// the code that stores the values.
	Clobber struct {
		Pointer Expr
		Input   string
	}
)

// Ops of threads.
type (
	// Create starts a thread that runs Start on Arg, and stores its identity in Thread. If Callee
	// is nil, it runs the function that Fun points to.
	Create struct {
		Thread Place // pthread_t; nil if unused
		Callee *Function
		Fun    Expr
		Arg    Expr // nil for a function without parameters
	}

	// Join blocks until Thread has ended and stores its result in To, if that is not nil. It does
	// not block if Thread is not a thread's identity (ESRCH), or if a thread joins itself
	// (EDEADLK). With Detached, threads may have been detached, and Join may fail at once (EINVAL).
	// Status, if not nil, is set to 0 or the error number.
	Join struct {
		Thread   Expr
		To       Place
		Status   Place
		Detached bool
	}

	// ExitThread ends the running thread; Value, if not nil, is its result. Its edge leads to a
	// node without outgoing edges. If the main thread ends, the others run on.
	ExitThread struct {
		Value Expr
	}

	// Self stores the identity of the running thread.
	Self struct {
		To Place
	}

	// Lock blocks until it can acquire Mutex, a pointer. With Try it fails instead of blocking
	// (EBUSY). With Timed, it may also fail (ETIMEDOUT). If the running thread already holds the
	// mutex, Kind decides whether the lock fails (EDEADLK). To, if not nil, is set to 0 or the
	// error number.
	Lock struct {
		Mutex Expr
		Kind  LockKind
		Try   bool
		Timed bool
		To    Place
	}

	// Unlock releases Mutex. For mutexes of kind Recursive and ErrorCheck, only the owner can do so
	// (otherwise EPERM). To, if not nil, is set to 0 or the error number.
	Unlock struct {
		Mutex Expr
		Kind  LockKind
		To    Place
	}

	// InitLock makes Mutex a lock that is free.
	InitLock struct {
		Mutex Expr
	}

	// Wait releases Mutex, of kind Mutex, and blocks until Cond is signalled. It may also wake up
	// for no reason (spuriously). Then it acquires Mutex again, in a separate step. With Timed, it
	// does not block for ever.
	Wait struct {
		Cond, Mutex Expr
		Timed       bool
	}

	// Signal wakes one waiter of Cond. With All, it wakes all of them.
	Signal struct {
		Cond Expr
		All  bool
	}

	// AtomicBegin starts a block in which no other thread runs. Blocks do not nest: the first
	// AtomicEnd ends them all. A block with Inner is a single atomic operation. Such blocks may be
	// inside other blocks; their end does not end the enclosing block.
	//
	// Plain means that the accesses in the block are not atomic in C: the block is a part of the
	// translation.
	AtomicBegin struct{ Inner, Plain bool }

	// AtomicEnd ends a block.
	AtomicEnd struct{ Inner, Plain bool }
)

// LockKind is the kind of a lock.
type LockKind uint8

// The kinds of locks.
const (
	Mutex      LockKind = iota
	Recursive           // its owner can acquire it again
	ReadLock            // of a read-write lock; fails if the thread holds it for writing
	WriteLock           // fails if the thread holds it for writing
	ErrorCheck          // fails if the thread holds it
)

// Refuses reports whether a lock fails, instead of blocking, if the running thread holds it (for
// writing).
func (k LockKind) Refuses() bool { return k == ErrorCheck || k == ReadLock || k == WriteLock }

// Error numbers of the operations on threads.
const (
	EPERM     = 1
	ESRCH     = 3
	EBUSY     = 16
	EINVAL    = 22
	EDEADLK   = 35
	ETIMEDOUT = 110
)

// Failure returns the error number of an acquisition that does not block if another thread holds
// the lock, or 0 if it blocks.
func (l Lock) Failure() int64 {
	switch {
	case l.Try:
		return EBUSY
	case l.Timed:
		return ETIMEDOUT
	}
	return 0
}

// SelfFailure returns the error number of an acquisition if the running thread holds the lock, or 0
// if it blocks or succeeds.
func (l Lock) SelfFailure() int64 {
	if l.Kind.Refuses() && !l.Try {
		return EDEADLK
	}
	return l.Failure()
}

// ErrorKind is the kind of a violation of the property.
type ErrorKind uint8

// OfMemory reports whether k is about an access, a Free, or the objects at the end of the program.
func (k ErrorKind) OfMemory() bool { return k >= InvalidDeref && k <= NotFreed }

// OfThreads reports whether k is an error of several threads together. No single operation causes
// it.
func (k ErrorKind) OfThreads() bool { return k >= DataRace }

// The kinds of errors. Those after WrongPointer are errors only if they are checked; package
// properties describes them.
const (
	ReachError ErrorKind = iota // a call of reach_error, __VERIFIER_error or the like
	AssertFailed
	ErrorLabel // a label spelt ERROR
	// no error of the program: the behaviour from here on is not modelled, as What describes; a
	// proof shows that no execution gets here
	Unsupported
	// no error of the program: an assumption about pointers is wrong; occurs only if these are
	// checked
	WrongPointer
	SignedOverflow
	WrongShift
	DivisionByZero
	OutOfBounds
	Uninitialised
	FloatConversion
	WrongFormat
	WrongLength // length of a variable-length array
	UnsignedOverflow
	LossyConversion
	InvalidDeref      // an access through a pointer to no live object, or beyond its end
	InvalidFree       // a free of an address that is not the beginning of a live allocated object
	Misaligned        // an access through a pointer whose type requires another alignment
	LostMemory        // an object that is live at the end, without a pointer to it
	NotFreed          // an object that is live at the end
	Overlap           // blocks of a copy overlap
	PointerArithmetic // a pointer that leaves its object
	PointerComparison // a comparison or difference of pointers into different objects
	Endless           // an execution that does not end; no operation has this error
	DataRace          // two threads access the same memory without synchronisation, and one of them writes
	Deadlock          // no thread can continue, and at least one waits
)

var errorNames = [...]string{
	ReachError: "reach-error", AssertFailed: "assertion", ErrorLabel: "error-label", Unsupported: "unsupported", WrongPointer: "wrong-pointer",
	SignedOverflow: "signed-overflow", WrongShift: "shift", DivisionByZero: "division-by-zero", OutOfBounds: "bounds",
	Uninitialised: "uninitialised", FloatConversion: "float-conversion", WrongFormat: "format", WrongLength: "vla-bound",
	UnsignedOverflow: "unsigned-overflow", LossyConversion: "lossy-conversion",
	InvalidDeref: "valid-deref", InvalidFree: "valid-free", Misaligned: "alignment", LostMemory: "valid-memtrack", NotFreed: "valid-memcleanup", DataRace: "data-race",
	Overlap: "overlap", PointerArithmetic: "pointer-arithmetic", PointerComparison: "pointer-comparison", Deadlock: "deadlock", Endless: "termination",
}

// String returns the name of the kind, as users write it.
func (k ErrorKind) String() string { return errorNames[k] }

func (Skip) op()        {}
func (Assume) op()      {}
func (Assign) op()      {}
func (Havoc) op()       {}
func (Call) op()        {}
func (Error) op()       {}
func (Stop) op()        {}
func (Alloc) op()       {}
func (Free) op()        {}
func (Copy) op()        {}
func (Fill) op()        {}
func (Clobber) op()     {}
func (Scope) op()       {}
func (Create) op()      {}
func (Join) op()        {}
func (ExitThread) op()  {}
func (Self) op()        {}
func (Lock) op()        {}
func (Unlock) op()      {}
func (InitLock) op()    {}
func (Wait) op()        {}
func (Signal) op()      {}
func (AtomicBegin) op() {}
func (AtomicEnd) op()   {}
