#ifndef __CORNET_STDATOMIC_H
#define __CORNET_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum {
  memory_order_relaxed, memory_order_consume, memory_order_acquire,
  memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef _Atomic _Bool atomic_bool;
typedef _Atomic char atomic_char;
typedef _Atomic signed char atomic_schar;
typedef _Atomic unsigned char atomic_uchar;
typedef _Atomic short atomic_short;
typedef _Atomic unsigned short atomic_ushort;
typedef _Atomic int atomic_int;
typedef _Atomic unsigned int atomic_uint;
typedef _Atomic long atomic_long;
typedef _Atomic unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef _Atomic size_t atomic_size_t;
typedef _Atomic ptrdiff_t atomic_ptrdiff_t;
typedef _Atomic intptr_t atomic_intptr_t;
typedef _Atomic uintptr_t atomic_uintptr_t;
typedef _Atomic int8_t atomic_int8_t;
typedef _Atomic uint8_t atomic_uint8_t;
typedef _Atomic int32_t atomic_int32_t;
typedef _Atomic uint32_t atomic_uint32_t;
typedef _Atomic int64_t atomic_int64_t;
typedef _Atomic uint64_t atomic_uint64_t;
typedef struct { _Atomic _Bool __set; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(v) (v)
#define atomic_init(p, v) __cornet_atomic_store(p, v)
#define atomic_store(p, v) __cornet_atomic_store(p, v)
#define atomic_store_explicit(p, v, o) __cornet_atomic_store(p, v)
#define atomic_load(p) __cornet_atomic_load(p)
#define atomic_load_explicit(p, o) __cornet_atomic_load(p)
#define atomic_exchange(p, v) __cornet_atomic_exchange(p, v)
#define atomic_exchange_explicit(p, v, o) __cornet_atomic_exchange(p, v)
#define atomic_compare_exchange_strong(p, e, v) __cornet_atomic_cas(p, e, v)
#define atomic_compare_exchange_weak(p, e, v) __cornet_atomic_cas_weak(p, e, v)
#define atomic_compare_exchange_strong_explicit(p, e, v, s, f) __cornet_atomic_cas(p, e, v)
#define atomic_compare_exchange_weak_explicit(p, e, v, s, f) __cornet_atomic_cas_weak(p, e, v)
#define atomic_fetch_add(p, v) __cornet_atomic_fetch_add(p, v)
#define atomic_fetch_sub(p, v) __cornet_atomic_fetch_sub(p, v)
#define atomic_fetch_or(p, v) __cornet_atomic_fetch_or(p, v)
#define atomic_fetch_xor(p, v) __cornet_atomic_fetch_xor(p, v)
#define atomic_fetch_and(p, v) __cornet_atomic_fetch_and(p, v)
#define atomic_fetch_add_explicit(p, v, o) __cornet_atomic_fetch_add(p, v)
#define atomic_fetch_sub_explicit(p, v, o) __cornet_atomic_fetch_sub(p, v)
#define atomic_fetch_or_explicit(p, v, o) __cornet_atomic_fetch_or(p, v)
#define atomic_fetch_xor_explicit(p, v, o) __cornet_atomic_fetch_xor(p, v)
#define atomic_fetch_and_explicit(p, v, o) __cornet_atomic_fetch_and(p, v)
#define atomic_flag_test_and_set(p) __cornet_atomic_exchange(&(p)->__set, 1)
#define atomic_flag_test_and_set_explicit(p, o) __cornet_atomic_exchange(&(p)->__set, 1)
#define atomic_flag_clear(p) __cornet_atomic_store(&(p)->__set, 0)
#define atomic_flag_clear_explicit(p, o) __cornet_atomic_store(&(p)->__set, 0)
#define atomic_thread_fence(o) ((void)0)
#define atomic_signal_fence(o) ((void)0)
#define atomic_is_lock_free(p) 1
#define kill_dependency(x) (x)
#define ATOMIC_BOOL_LOCK_FREE __GCC_ATOMIC_BOOL_LOCK_FREE
#define ATOMIC_CHAR_LOCK_FREE __GCC_ATOMIC_CHAR_LOCK_FREE
#define ATOMIC_CHAR16_T_LOCK_FREE __GCC_ATOMIC_CHAR16_T_LOCK_FREE
#define ATOMIC_CHAR32_T_LOCK_FREE __GCC_ATOMIC_CHAR32_T_LOCK_FREE
#define ATOMIC_WCHAR_T_LOCK_FREE __GCC_ATOMIC_WCHAR_T_LOCK_FREE
#define ATOMIC_SHORT_LOCK_FREE __GCC_ATOMIC_SHORT_LOCK_FREE
#define ATOMIC_INT_LOCK_FREE __GCC_ATOMIC_INT_LOCK_FREE
#define ATOMIC_LONG_LOCK_FREE __GCC_ATOMIC_LONG_LOCK_FREE
#define ATOMIC_LLONG_LOCK_FREE __GCC_ATOMIC_LLONG_LOCK_FREE
#define ATOMIC_POINTER_LOCK_FREE __GCC_ATOMIC_POINTER_LOCK_FREE
#endif
