// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"os"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/expr"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/hints"
)

// Encoding configures how a program is read and turned into clauses. Fields with a help tag are
// options of the command line; see package option. The zero value of each field means its default.
type Encoding struct {
	Property       string         `placeholder:"FILE" help:"The property to check: a property file such as unreach-call.prp, or a name. Default: no error function is called, no assertion fails, and no label ERROR is reached."`
	Check          []string       `placeholder:"WORD" help:"What counts as an error instead of the default: properties, kinds of errors, or groups of kinds, such as overflow,unreach-call. all checks for everything that C forbids and Cornet can detect, and for leaked memory. It leaves out conversion, deadlock, termination and valid-memcleanup, which C allows. Cornet cannot detect reads of uninitialised memory through pointers, accesses by another type, stores in constants, missing return values, violations of restrict, or uses of closed files."`
	DataModel      cfg.DataModel  `default:"host" enum:"host,ILP32,LP64" help:"Widths of types: ${enum}. host is LP64 on a 64-bit machine and ILP32 on a 32-bit one. -m32 means ILP32, -m64 means LP64."`
	Entry          string         `aliases:"function" placeholder:"FUNCTION" help:"The function that the program starts with. Default: main."`
	Include        []string       `short:"I" placeholder:"DIR" help:"Directory that #include searches, after the directory of the file and before the embedded headers."`
	Quote          []string       `name:"iquote" placeholder:"DIR" help:"Directory that #include \"file\" searches before the -I directories."`
	System         []string       `name:"isystem" placeholder:"DIR" help:"Directory that #include searches after the -I directories."`
	After          []string       `name:"idirafter" placeholder:"DIR" help:"Directory that #include searches after all others."`
	Define         []string       `short:"D" sep:"none" placeholder:"NAME[=TEXT]" help:"Define a macro; !NAME, or -U NAME, undefines it. They take effect in the order given."`
	IncludeFile    []string       `placeholder:"FILE" help:"Header to include before the first line, as with a compiler's -include."`
	Std            string         `placeholder:"STANDARD" help:"The C standard, such as c99 or gnu11. Default: gnu17."`
	Wraps          bool           `name:"fwrapv" hidden:"" help:"Signed operations that overflow wrap around by definition, as with -fwrapv of compilers: they cannot be checked."`
	Contraction    cc.Contraction `name:"ffp-contract" hidden:"" enum:",off,fast" default:"" help:"Whether a product and a sum may be computed with one rounding: ${enum}. With fast, a sum yields any value."`
	HostHeaders    bool           `help:"Read the headers of this machine instead of the embedded ones."`
	Project        string         `placeholder:"FILE" help:"Take the files, their options and the data model from this compile_commands.json."`
	File           []string       `placeholder:"GLOB" help:"With --project: take only the files that match this pattern."`
	Argument       []string       `sep:"none" placeholder:"NAME=KIND" help:"What an argument of the entry function is: object, array:LENGTH, string, string:LENGTH, null or LOW..HIGH. A pointer may also be null if ? follows, as in object?. LENGTH is a number or the name of another argument. Repeatable."`
	VolatileInputs bool           `help:"Reads of volatile memory yield any values."`
	HavocGlobals   bool           `aliases:"nondet-static" help:"Variables with static storage start with any values, unless they are constant."`
	WithoutBody    []string       `name:"remove-function-body" sep:"none" placeholder:"NAME" help:"Ignore the definition of this function, as goto-instrument does. If several files define it, the first definition counts and the others are ignored."`
	MallocMayFail  bool           `help:"Functions that allocate memory may fail."`
	MissingBody    cc.MissingBody `default:"pure" enum:"pure,havoc,error" help:"What a call of a function without a body does: ${enum}. pure returns any value; havoc also changes global variables and what the arguments point to; error is an error."`
	Ints           chc.Ints       `default:"auto" enum:"auto,wrap,math,bv" help:"How integers are modelled: ${enum}. auto means wrap, or bv where bit operations need it. math has no bounds, which is not C."`
	SignedOverflow string         `default:"wrap" enum:"wrap,assume,check" help:"What happens when a signed operation overflows: ${enum}. check adds overflow to the errors that --check lists."`
	Paths          int            `placeholder:"N" group:"experiment" range:"0," help:"How many paths that meet within a block stay separate. Default: 4."`
	Reduction      string         `default:"sleep" enum:"full,persistent,sleep" group:"experiment" help:"Which redundant interleavings of threads are left out: ${enum}."`
	Unwind         int            `placeholder:"N" range:"0," help:"Look only at executions in which each loop, whenever it is entered, makes at most N iterations. Finds errors; without one the answer is UNKNOWN. Default: all executions."`
	ThreadBound    int            `default:"0" placeholder:"N" group:"engine" help:"If the number of threads is unknown, explore executions with at most N. Finds errors and proves nothing. Default: 1, then 2, and so on."`
	CheckPointers  scalar.Duties  `default:"direct" enum:"none,direct,all" group:"engine" help:"For which pointers a proof must also show that accesses stay within the objects of the points-to analysis: ${enum}. direct means pointers that were not stored in arrays or on the heap. Runs of the program test all pointers."`
	MaxProduct     int            `default:"100000" placeholder:"N" group:"experiment" help:"Most states of a product of threads that is built as a whole."`
	Product        string         `default:"auto" enum:"auto,whole,lazy,counters" group:"engine" help:"How the product of threads is built: ${enum}. lazy unwinds it on demand, by lazy abstraction (lawi), also for programs without threads. counters proves programs that create any number of threads in loops. auto builds it whole, or lazily beyond --max-product, and tries counters as well."`
	BlockSize      int            `placeholder:"N" group:"experiment" range:"0," help:"Most steps in a block of a lazy product; 1 explores each statement by itself. Default: blocks end at loops and where another thread may run."`

	// ends are kinds of errors that end an execution, in addition to those that SignedOverflow
	// names, unless they are checked.
	ends properties.Set
	// specification is the text of a property file, if no file is named. claims are further
	// functions whose calls are errors. It is nil unless claims about the program are checked.
	specification string
	claims        []string
	// claimsOfMemory means that the claims read targets of pointers.
	claimsOfMemory bool
	// read, if not nil, reads files instead of those on disk, such as older versions.
	read func(name string) ([]byte, error)
}

// Options configure how a program is verified, apart from the engines.
type Options struct {
	Encoding
	AllFindings     bool   `help:"Go on after the first error, and decide each check separately."`
	Each            string `placeholder:"GLOB" help:"Verify each function whose name matches, as with --entry; '*' means all. They share --timeout."`
	Since           string `placeholder:"REV" help:"Skip what has not changed since this revision of the Git repository: the program or, with --each, single functions. They are reported as unchanged, without a verdict. Comments and moved lines do not count as changes."`
	NoSimulate      bool   `name:"no-simulate" negatable:"simulate" group:"experiment" help:"Do not run the program on some inputs first. Only --engine auto does so."`
	Replay          string `default:"auto" enum:"auto,off,unconfined" help:"Confirm counterexamples by compiling the program with gcc, if installed, and running it: ${enum}. auto runs it in a sandbox, or not at all if there is no sandbox."`
	NoReplay        bool   `name:"no-replay" hidden:"" help:"The same as --replay=off."`
	Witness         string `placeholder:"FILE" help:"Write a witness in SV-COMP's format 2.0, or for threads 2.1 or 2.2."`
	Bound           bool   `help:"With a proof of termination, print bounds on the iterations of loops and on the depth of recursion."`
	ValidateWitness string `placeholder:"FILE" help:"Confirm or refute a witness about the program, in SV-COMP's format 2.0, 2.1 or 2.2. The witness determines the property and the data model unless options do."`
	Candidates      string `placeholder:"FILE" help:"Guesses of invariants and contracts, which may help a proof and may be wrong: lines FILE:LINE: EXPRESSION, or a witness. Each is proved before it is used."`
	Harness         string `placeholder:"DIR" help:"Write C files that together reach the error: the program, and the inputs of the counterexample."`
	Cover           string `enum:",lines,branches,location,branch" default:"" help:"Instead of a verdict, write a test suite to --suite that covers lines or branches of the program. CBMC's words for these, location and branch, work too."`
	Suite           string `placeholder:"DIR" help:"Folder for the test suite of --cover: the program, its harness, the inputs of the tests, and a Makefile."`
	Certificate     string `placeholder:"DIR" help:"Write a certificate of the answer to this folder: the clauses, the conditions with proofs that Carcara checks, and an outline of the proof in terms of the program."`
	Invariants      bool   `help:"Print the loop invariants of the proof. If there is no verdict, print those that were proved."`

	rounds   int               // rounds of the search for a proof of termination; 0 means many
	document *witness.Document // the witness to be validated, instead of ValidateWitness
	guesses  bool              // document has guesses, in which signed operations wrap as in the program

	// Prepare, if not nil, completes the configuration before engines run. Loading a solver takes
	// time, which is wasted if the first run of the program fails.
	Prepare func(*engines.Config) error `kong:"-"`
	// Progress, if not nil, gets the answer so far whenever a property, a check, or a function of
	// Each has been decided. It must not block.
	Progress func(Result) `kong:"-"`
	// Cached means that there is a cache, which is consulted first.
	Cached bool `kong:"-"`
	// Hints returns hints about the predicates of an encoding of the program; nil for none.
	Hints func(*horn.System) (*hints.Hints, error) `kong:"-"`
	// Producer is the version of the producer in a witness.
	Producer string `kong:"-"`
}

// compiler returns the options that are also options of a compiler.
func (e *Encoding) compiler() cc.Compiler {
	return cc.Compiler{Dirs: e.Include, System: e.System, Quote: e.Quote, After: e.After, Macros: e.Define, Files: e.IncludeFile, Standard: e.Std, Wraps: e.Wraps, Contraction: e.Contraction, HostHeaders: e.HostHeaders, Read: e.read}
}

func (e *Encoding) readFile(name string) ([]byte, error) {
	if e.read != nil {
		return e.read(name)
	}
	return os.ReadFile(name)
}

// options returns the options of the clauses; cuts are those of a previous encoding that was too
// coarse.
func (e *Encoding) options(cuts expr.Cuts) chc.Options {
	return chc.Options{Cuts: cuts, Ints: e.Ints, Paths: e.Paths, Pointers: e.CheckPointers}
}

func (o *Options) confinement() witness.Confinement {
	if o.Replay == "unconfined" {
		return witness.Unconfined
	}
	return witness.Confined
}
