// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"fmt"
	"unsafe"
)

// fn is the number of a function of libz3.
type fn uint8

// The functions of libz3 that this package calls, in the order of z3_api.h.
const (
	fnGlobalParamSet fn = iota
	fnToggleWarnings
	fnVersion
	fnMkConfig
	fnDelConfig
	fnMkContextRC
	fnDelContext
	fnSetErrorHandler
	fnErrorCode
	fnErrorMsg
	fnInterrupt
	fnIncRef
	fnDecRef

	fnMkParams
	fnParamsIncRef
	fnParamsDecRef
	fnParamsSetBool
	fnParamsSetUint

	fnMkStringSymbol
	fnSymbolKind
	fnSymbolInt
	fnSymbolString

	fnMkBoolSort
	fnMkIntSort
	fnMkRealSort
	fnMkBVSort
	fnMkArraySort
	fnMkUninterpretedSort
	fnMkConstructor
	fnDelConstructor
	fnMkConstructorList
	fnDelConstructorList
	fnMkDatatypes
	fnQueryConstructor
	fnGetSort
	fnSortKind
	fnBVSortSize
	fnArrayDomain
	fnArrayRange

	fnMkFuncDecl
	fnMkFreshFuncDecl
	fnMkApp
	fnMkTrue
	fnMkFalse
	fnMkNot
	fnMkAnd
	fnMkOr
	fnMkImplies
	fnMkXor
	fnMkEq
	fnMkIte
	fnMkAdd
	fnMkMul
	fnMkLe
	fnMkLt
	fnMkDiv
	fnMkMod
	fnMkIntToReal
	fnMkRealToInt
	fnMkSelect
	fnMkStore
	fnMkConstArray
	fnMkConcat
	fnMkExtract
	fnMkSignExt
	fnMkBVNot
	fnMkBVNeg
	fnMkBVAnd
	fnMkBVOr
	fnMkBVXor
	fnMkBVAdd
	fnMkBVMul
	fnMkBVUDiv
	fnMkBVURem
	fnMkBVSDiv
	fnMkBVSRem
	fnMkBVSMod
	fnMkBVShl
	fnMkBVLshr
	fnMkBVAshr
	fnMkBVUle
	fnMkBVUlt
	fnMkBVSle
	fnMkBVSlt
	fnMkBVToInt
	fnMkIntToBV
	fnMkNumeral
	fnMkInt64
	fnMkForallConst
	fnMkExistsConst

	fnASTKind
	fnAppDecl
	fnAppNumArgs
	fnAppArg
	fnDeclName
	fnDeclKind
	fnDeclRange
	fnDeclFuncParameter
	fnNumeralInt64
	fnNumeralString
	fnASTToString

	fnModelIncRef
	fnModelDecRef
	fnModelNumConsts
	fnModelConstDecl
	fnModelConstInterp
	fnModelNumFuncs
	fnModelFuncDecl
	fnModelFuncInterp
	fnFuncInterpIncRef
	fnFuncInterpDecRef
	fnFuncInterpNumEntries
	fnFuncInterpEntry
	fnFuncInterpElse
	fnFuncEntryIncRef
	fnFuncEntryDecRef
	fnFuncEntryValue
	fnFuncEntryNumArgs
	fnFuncEntryArg

	fnMkSolver
	fnMkSimpleSolver
	fnSolverIncRef
	fnSolverDecRef
	fnSolverSetParams
	fnSolverPush
	fnSolverPop
	fnSolverAssert
	fnSolverCheckAssumptions
	fnSolverModel
	fnSolverUnsatCore
	fnSolverReasonUnknown
	fnSolverStatistics
	fnStatsIncRef
	fnStatsDecRef
	fnStatsSize
	fnStatsKey
	fnStatsUint
	fnSolverToString

	fnVectorIncRef
	fnVectorDecRef
	fnVectorSize
	fnVectorGet

	numFns
)

// fnNames holds the C names.
var fnNames = [numFns]string{
	fnGlobalParamSet: "Z3_global_param_set", fnToggleWarnings: "Z3_toggle_warning_messages", fnVersion: "Z3_get_version",
	fnMkConfig: "Z3_mk_config", fnDelConfig: "Z3_del_config", fnMkContextRC: "Z3_mk_context_rc", fnDelContext: "Z3_del_context",
	fnSetErrorHandler: "Z3_set_error_handler", fnErrorCode: "Z3_get_error_code", fnErrorMsg: "Z3_get_error_msg",
	fnInterrupt: "Z3_interrupt", fnIncRef: "Z3_inc_ref", fnDecRef: "Z3_dec_ref",
	fnMkParams: "Z3_mk_params", fnParamsIncRef: "Z3_params_inc_ref", fnParamsDecRef: "Z3_params_dec_ref",
	fnParamsSetBool: "Z3_params_set_bool", fnParamsSetUint: "Z3_params_set_uint",
	fnMkStringSymbol: "Z3_mk_string_symbol", fnSymbolKind: "Z3_get_symbol_kind", fnSymbolInt: "Z3_get_symbol_int",
	fnSymbolString: "Z3_get_symbol_string",
	fnMkBoolSort:   "Z3_mk_bool_sort", fnMkIntSort: "Z3_mk_int_sort", fnMkRealSort: "Z3_mk_real_sort", fnMkBVSort: "Z3_mk_bv_sort",
	fnMkArraySort: "Z3_mk_array_sort", fnMkUninterpretedSort: "Z3_mk_uninterpreted_sort", fnMkConstructor: "Z3_mk_constructor",
	fnDelConstructor: "Z3_del_constructor", fnMkConstructorList: "Z3_mk_constructor_list",
	fnDelConstructorList: "Z3_del_constructor_list", fnMkDatatypes: "Z3_mk_datatypes", fnQueryConstructor: "Z3_query_constructor",
	fnGetSort: "Z3_get_sort", fnSortKind: "Z3_get_sort_kind", fnBVSortSize: "Z3_get_bv_sort_size",
	fnArrayDomain: "Z3_get_array_sort_domain", fnArrayRange: "Z3_get_array_sort_range",
	fnMkFuncDecl: "Z3_mk_func_decl", fnMkFreshFuncDecl: "Z3_mk_fresh_func_decl", fnMkApp: "Z3_mk_app", fnMkTrue: "Z3_mk_true",
	fnMkFalse: "Z3_mk_false", fnMkNot: "Z3_mk_not", fnMkAnd: "Z3_mk_and", fnMkOr: "Z3_mk_or", fnMkImplies: "Z3_mk_implies",
	fnMkXor: "Z3_mk_xor", fnMkEq: "Z3_mk_eq", fnMkIte: "Z3_mk_ite", fnMkAdd: "Z3_mk_add", fnMkMul: "Z3_mk_mul", fnMkLe: "Z3_mk_le",
	fnMkLt: "Z3_mk_lt", fnMkDiv: "Z3_mk_div", fnMkMod: "Z3_mk_mod", fnMkIntToReal: "Z3_mk_int2real", fnMkRealToInt: "Z3_mk_real2int",
	fnMkSelect: "Z3_mk_select", fnMkStore: "Z3_mk_store", fnMkConstArray: "Z3_mk_const_array", fnMkConcat: "Z3_mk_concat",
	fnMkExtract: "Z3_mk_extract", fnMkSignExt: "Z3_mk_sign_ext", fnMkBVNot: "Z3_mk_bvnot", fnMkBVNeg: "Z3_mk_bvneg",
	fnMkBVAnd: "Z3_mk_bvand", fnMkBVOr: "Z3_mk_bvor", fnMkBVXor: "Z3_mk_bvxor", fnMkBVAdd: "Z3_mk_bvadd", fnMkBVMul: "Z3_mk_bvmul",
	fnMkBVUDiv: "Z3_mk_bvudiv", fnMkBVURem: "Z3_mk_bvurem", fnMkBVSDiv: "Z3_mk_bvsdiv", fnMkBVSRem: "Z3_mk_bvsrem",
	fnMkBVSMod: "Z3_mk_bvsmod", fnMkBVShl: "Z3_mk_bvshl", fnMkBVLshr: "Z3_mk_bvlshr", fnMkBVAshr: "Z3_mk_bvashr",
	fnMkBVUle: "Z3_mk_bvule", fnMkBVUlt: "Z3_mk_bvult", fnMkBVSle: "Z3_mk_bvsle", fnMkBVSlt: "Z3_mk_bvslt",
	fnMkBVToInt: "Z3_mk_bv2int", fnMkIntToBV: "Z3_mk_int2bv", fnMkNumeral: "Z3_mk_numeral", fnMkInt64: "Z3_mk_int64",
	fnMkForallConst: "Z3_mk_forall_const", fnMkExistsConst: "Z3_mk_exists_const",
	fnASTKind: "Z3_get_ast_kind", fnAppDecl: "Z3_get_app_decl", fnAppNumArgs: "Z3_get_app_num_args", fnAppArg: "Z3_get_app_arg",
	fnDeclName: "Z3_get_decl_name", fnDeclKind: "Z3_get_decl_kind", fnDeclRange: "Z3_get_range",
	fnDeclFuncParameter: "Z3_get_decl_func_decl_parameter", fnNumeralInt64: "Z3_get_numeral_int64",
	fnNumeralString: "Z3_get_numeral_string", fnASTToString: "Z3_ast_to_string",
	fnModelIncRef: "Z3_model_inc_ref", fnModelDecRef: "Z3_model_dec_ref", fnModelNumConsts: "Z3_model_get_num_consts",
	fnModelConstDecl: "Z3_model_get_const_decl", fnModelConstInterp: "Z3_model_get_const_interp",
	fnModelNumFuncs: "Z3_model_get_num_funcs", fnModelFuncDecl: "Z3_model_get_func_decl",
	fnModelFuncInterp: "Z3_model_get_func_interp", fnFuncInterpIncRef: "Z3_func_interp_inc_ref",
	fnFuncInterpDecRef: "Z3_func_interp_dec_ref", fnFuncInterpNumEntries: "Z3_func_interp_get_num_entries",
	fnFuncInterpEntry: "Z3_func_interp_get_entry", fnFuncInterpElse: "Z3_func_interp_get_else",
	fnFuncEntryIncRef: "Z3_func_entry_inc_ref", fnFuncEntryDecRef: "Z3_func_entry_dec_ref",
	fnFuncEntryValue: "Z3_func_entry_get_value", fnFuncEntryNumArgs: "Z3_func_entry_get_num_args",
	fnFuncEntryArg: "Z3_func_entry_get_arg",
	fnMkSolver:     "Z3_mk_solver", fnMkSimpleSolver: "Z3_mk_simple_solver", fnSolverIncRef: "Z3_solver_inc_ref",
	fnSolverDecRef: "Z3_solver_dec_ref", fnSolverSetParams: "Z3_solver_set_params", fnSolverPush: "Z3_solver_push",
	fnSolverPop: "Z3_solver_pop", fnSolverAssert: "Z3_solver_assert", fnSolverCheckAssumptions: "Z3_solver_check_assumptions",
	fnSolverModel: "Z3_solver_get_model", fnSolverUnsatCore: "Z3_solver_get_unsat_core",
	fnSolverReasonUnknown: "Z3_solver_get_reason_unknown", fnSolverStatistics: "Z3_solver_get_statistics",
	fnStatsIncRef: "Z3_stats_inc_ref", fnStatsDecRef: "Z3_stats_dec_ref", fnStatsSize: "Z3_stats_size",
	fnStatsKey: "Z3_stats_get_key", fnStatsUint: "Z3_stats_get_uint_value", fnSolverToString: "Z3_solver_to_string",
	fnVectorIncRef: "Z3_ast_vector_inc_ref", fnVectorDecRef: "Z3_ast_vector_dec_ref", fnVectorSize: "Z3_ast_vector_size",
	fnVectorGet: "Z3_ast_vector_get",
}

// bind looks up every function of the table.
func (l *Library) bind(handle uintptr) error {
	for f, name := range fnNames {
		addr, err := symbolOf(handle, name)
		if err != nil {
			return fmt.Errorf("z3: %s has no function %s: it is older than %v or not libz3: %w", l.path, name, MinVersion, ErrTooOld)
		}
		l.addr[f] = addr
	}
	return nil
}

// call calls f. Arguments and result are machine words; for a C int, unsigned
// or bool the upper bits of the result mean nothing and callers truncate it.
// Arguments that point to Go memory come from [pin]. Hot paths call through a
// [Context], which does not allocate.
func (l *Library) call(f fn, args ...uintptr) uintptr {
	return invoke(l.addr[f], args...)
}

// call is like Library.call, without allocation: the argument list of invoke escapes to the heap,
// so it is kept in the context. That saves 24 bytes and about a sixth of the time of a call
// (BenchmarkCall).
func (c *Context) call(f fn, args ...uintptr) uintptr {
	n := copy(c.argv[:], args)
	return invoke(c.lib.addr[f], c.argv[:n]...)
}

// cString returns a copy of the C string at addr, "" for a nil pointer.
func cString(addr uintptr) string {
	if addr == 0 {
		return ""
	}
	// The double conversion shows vet that addr is not Go memory.
	p := *(*unsafe.Pointer)(unsafe.Pointer(&addr))
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// pins keeps the Go memory that the current call points to alive and on the heap. A conversion to
// uintptr hides a pointer from the compiler. The compiler might then place the value on the stack,
// and stacks move. Storing the pointer in a field of a structure on the heap forces the value to
// the heap. So every pointer that is passed to a call must go through [pin].
type pinner struct {
	slots [8]unsafe.Pointer // more than the number of pointers in any call
	next  uint
}

// pin returns p as an argument of a call and keeps *p alive for the next
// few pins. h must be a field of a structure on the heap.
func pin[T any](h *pinner, p *T) uintptr {
	h.slots[h.next%uint(len(h.slots))] = unsafe.Pointer(p)
	h.next++
	return uintptr(unsafe.Pointer(p))
}

// pinString returns a C string that holds s, as an argument of a call.
func pinString(h *pinner, s string) uintptr {
	b := make([]byte, len(s)+1)
	copy(b, s)
	return pin(h, &b[0])
}
