// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
)

// A model translates a call of a function of the library.
type model func(*builder, *callSite) cfg.Expr

// newModels makes the table of the functions whose calls are translated without a body, by name. A
// definition in the program takes precedence. Further functions have a body in include/models.c.
func newModels() map[string]model {
	all := map[string]model{}
	for _, table := range []map[string]model{
		propertyModels(), controlModels(), nondetModels(), memoryModels(), sortModels(), textModels(), argumentModels(), ignoredModels(), jumpModels(), ioModels(), determinedModels(), mathModels(), floatModels(),
		builtinModels(), overflowModels(), threadModels(), lockModels(), mutexAttributeModels(), semaphoreModels(), atomicModels(), refusedModels(), harnessModels(), contractModels(),
	} {
		for name, m := range table {
			all[name] = m
		}
	}
	return all
}

// modelOf finds the model of a function, by its name or by the name without the prefix of a
// builtin.
func (b *builder) modelOf(name string) model {
	if m := b.models[name]; m != nil {
		return m
	}
	base := strings.TrimPrefix(name, "__builtin_")
	if rest, ok := strings.CutSuffix(base, "_chk"); ok {
		base = strings.TrimPrefix(rest, "__")
	}
	if m := b.models[base]; m != nil {
		return m
	}
	if strings.HasPrefix(name, intrinsics) {
		return refused
	}
	if f := b.funcs["__cornet_"+base]; f != nil && f.def != nil {
		return func(b *builder, c *callSite) cfg.Expr { return b.callFunction(c, f) }
	}
	return nil
}

// refusedFunctions change the flow of control, or memory, in ways that have no model. Executions
// end at a call, as for other unsupported constructs.
var refusedFunctions = []string{
	"__sigsetjmp_cancel", "savectx", "longjmp", "_longjmp", "siglongjmp", "fork", "vfork", "on_exit", "at_quick_exit",
	"pthread_cancel", "pthread_atfork", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np",
	"pthread_mutex_consistent", "pthread_mutex_setprioceiling", "pthread_mutexattr_setprioceiling", "pthread_mutexattr_setkind_np", "sigaction", "raise",
	"readv", "recvmsg", "mmap", "mremap", "wcscpy", "wcsncpy", "wcscat", "wcsncat", "wmemcpy", "wmemmove", "wmemset", "mbrtowc", "wcrtomb", "mbsrtowcs", "wcsrtombs",
	"wcstol", "wcstoul", "wcstod", "swprintf", "vswprintf", "mbrtoc16", "c16rtomb", "mbrtoc32", "c32rtomb", "getopt", "getopt_long", "getopt_long_only",
	"strtold", "remquo", "remquof", "remquol",
	"wcsftime", "strptime", "strfmon", "mbstowcs", "wcstombs", "mbtowc", "wctomb", "memccpy", "swab", "strsep", "stpncpy", "strlcpy", "strlcat",
	"strndup", "strndupa", "explicit_bzero", "strerror_r", "random_r", "lgamma_r", "ecvt_r", "fcvt_r", "realpath", "asprintf", "vasprintf", "open_memstream", "getline", "getdelim", "getaddrinfo",
	"inet_ntop", "sincos", "sincosf", "sincosl", "qsort_r", "lfind", "lsearch", "tsearch", "twalk", "ftw", "nftw",
	"__builtin_apply", "__builtin_return", "__builtin_setjmp", "__builtin_longjmp",
	"__builtin_shuffle", "__builtin_complex",
}

func refusedModels() map[string]model { return sameModel(refusedFunctions, refused) }

// sameModel gives all the functions the model m.
func sameModel(functions []string, m model) map[string]model {
	z := make(map[string]model, len(functions))
	for _, name := range functions {
		z[name] = m
	}
	return z
}

// refused ends executions at a call, after its arguments.
func refused(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	return b.refusedCall(c)
}

// refusedCall ends executions at a call whose arguments have been evaluated.
func (b *builder) refusedCall(c *callSite) cfg.Expr {
	b.unsupported(unsupported(b.pos(c.n), "function "+c.name))
	return b.indeterminate(c)
}

// intrinsics begins the names of the functions for vectors of x86, which are refused.
const intrinsics = "_mm_"

// ignoredFunctions have no effect that matters. If they return a value, it is 0.
var ignoredFunctions = []string{
	"srand", "srandom", "sleep", "sched_yield", "pthread_yield", "thrd_yield", "thrd_sleep",
	"pthread_attr_init", "pthread_attr_destroy", "pthread_attr_setdetachstate", "pthread_attr_setstacksize",
	"pthread_setcancelstate", "pthread_setcanceltype", "pthread_testcancel",
	"pthread_mutexattr_destroy",
	"pthread_condattr_init", "pthread_condattr_setclock", "pthread_condattr_setpshared", "pthread_rwlockattr_setpshared",
	"pthread_barrierattr_init", "pthread_barrierattr_destroy", "pthread_barrierattr_setpshared", "pthread_condattr_destroy", "pthread_rwlockattr_init", "pthread_rwlockattr_destroy",
	"pthread_cond_init", "pthread_cond_destroy", "cnd_init", "cnd_destroy", "mtx_destroy",
	"pthread_rwlock_destroy", "pthread_spin_destroy",
	"pthread_barrier_destroy", "pthread_key_delete", "tss_delete", "pthread_setname_np", "pthread_setaffinity_np", "sem_destroy", "sem_close",
	"va_end", "__builtin_va_end", "__builtin_prefetch",
	"__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence", "atomic_thread_fence", "atomic_signal_fence",
	"__CPROVER_fence", "__CPROVER_cover", "__CPROVER_input", "__CPROVER_output", "__CPROVER_printf", "__ESBMC_yield",
	"klee_prefer_cex", "klee_posix_prefer_cex", "klee_warning", "klee_warning_once", "klee_print_expr", "klee_print_range", "klee_open_merge", "klee_close_merge",
	"klee_stack_trace", "klee_mark_global",
}

func ignoredModels() map[string]model {
	m := map[string]model{}
	for _, name := range ignoredFunctions {
		m[strings.TrimPrefix(name, "__builtin_")] = func(b *builder, c *callSite) cfg.Expr {
			if !strings.HasPrefix(c.name, "__builtin_va_") {
				b.dropped(c)
			}
			return b.voidOrInt(c)
		}
	}
	return m
}
