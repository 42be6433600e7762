// SPDX-License-Identifier: Apache-2.0

package logic

// Op is the head of a [Term].
type Op uint8

// The operators. Comments give the form that the constructors of [Store] guarantee; see the package
// comment for "canonical" and "faithful".
const (
	OpInvalid Op = iota

	// Leaves.
	OpVar   // a variable or constant symbol: Name, Sort
	OpTrue  // true
	OpFalse // false
	OpNum   // an Int or Real numeral: Num
	OpBV    // a bit-vector numeral: BV
	OpFresh // a value of an uninterpreted sort: Name

	// Boolean structure. Implies and Xor occur in faithful terms only.
	OpNot
	OpAnd
	OpOr
	OpImplies // (=> a1 … an c), right-associative
	OpXor     // binary
	OpEq      // binary, any sort; arithmetic: (= sum numeral)
	OpIte     // condition, then, else

	// Arithmetic.
	OpAdd    // canonical sum, the numeral last
	OpMul    // (* numeral t), or a nonlinear product without numeral
	OpLe     // (<= sum numeral)
	OpLt     // (< sum numeral), Real only
	OpIntDiv // Euclidean division
	OpMod    // Euclidean remainder
	OpDiv    // Real division by something that is not a numeral
	OpToReal
	OpToInt // floor

	// Arrays.
	OpSelect
	OpStore
	OpConstArray // payload: the array sort is the term's sort

	// Datatypes.
	OpConstruct // payload: Constructor
	OpField     // payload: Selector
	OpIs        // payload: Constructor

	// Bit-vectors.
	OpConcat
	OpExtract    // payload: high, low
	OpSignExtend // payload: number of bits added
	OpBVNot
	OpBVNeg
	OpBVAnd
	OpBVOr
	OpBVXor
	OpBVAdd
	OpBVMul
	OpBVUDiv
	OpBVURem
	OpBVSDiv
	OpBVSRem
	OpBVSMod
	OpBVShl
	OpBVLshr
	OpBVAshr
	OpBVUle
	OpBVUlt // not (bvule y x), for use with [Store.BV] only; likewise OpBVSlt
	OpBVSle
	OpBVSlt
	OpBVToInt // unsigned value, bv2nat
	OpIntToBV // payload: width; modulo 2^width, int2bv

	// Uninterpreted functions and predicates.
	OpApp // payload: Func

	// Binders; payload: the bound variables.
	OpForall
	OpExists

	numOps
)

// opNames holds the SMT-LIB names of operators that have one.
var opNames = [numOps]string{
	OpTrue: "true", OpFalse: "false", OpNot: "not", OpAnd: "and", OpOr: "or",
	OpImplies: "=>", OpXor: "xor", OpEq: "=", OpIte: "ite",
	OpAdd: "+", OpMul: "*", OpLe: "<=", OpLt: "<", OpIntDiv: "div", OpMod: "mod",
	OpDiv: "/", OpToReal: "to_real", OpToInt: "to_int",
	OpSelect: "select", OpStore: "store",
	OpConcat: "concat", OpBVNot: "bvnot", OpBVNeg: "bvneg", OpBVAnd: "bvand",
	OpBVOr: "bvor", OpBVXor: "bvxor", OpBVAdd: "bvadd", OpBVMul: "bvmul",
	OpBVUDiv: "bvudiv", OpBVURem: "bvurem", OpBVSDiv: "bvsdiv", OpBVSRem: "bvsrem",
	OpBVSMod: "bvsmod", OpBVShl: "bvshl", OpBVLshr: "bvlshr", OpBVAshr: "bvashr",
	OpBVUle: "bvule", OpBVUlt: "bvult", OpBVSle: "bvsle", OpBVSlt: "bvslt",
	OpBVToInt: "bv2nat",
	OpExtract: "extract", OpSignExtend: "sign_extend", OpIntToBV: "int2bv",
	OpForall: "forall", OpExists: "exists",
	OpVar: "<variable>", OpNum: "<numeral>", OpBV: "<bit-vector>", OpFresh: "<value>",
	OpConstArray: "const", OpConstruct: "<constructor>", OpField: "<selector>", OpIs: "is",
	OpApp: "<application>", OpInvalid: "<invalid>",
}

// String returns the SMT-LIB name of op where it has one.
func (op Op) String() string {
	if op < numOps {
		return opNames[op]
	}
	return "<invalid>"
}
