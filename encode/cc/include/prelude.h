/* What every program sees before its first line. */
#define __restrict_arr restrict
#define __builtin_va_arg(va, type) (*(type *)__cornet_va_arg(va, (type *)0))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
typedef _Bool __CPROVER_bool;
int __predefined_declarator;
_Thread_local int __cornet_errno;
/* Passed to a function, a list is a pointer to a record on 64 bits, as in the ABI of x86-64, and a value on 32. */
struct __cornet_arguments { long long *__numbers; double *__reals; void **__pointers; int __next; };
#ifdef __LP64__
typedef struct __cornet_arguments __builtin_va_list[1];
#else
typedef struct __cornet_arguments __builtin_va_list;
#endif
extern struct __cornet_arguments __cornet_no_arguments;
int __cornet_no_effects(int);
/* Members without a name, so many words on 64 bits and on 32: with them, types of the library are as large as glibc's. */
#define __cornet_w1 long : __SIZEOF_LONG__ * 8;
#define __cornet_w2 __cornet_w1 __cornet_w1
#define __cornet_w4 __cornet_w2 __cornet_w2
#define __cornet_w8 __cornet_w4 __cornet_w4
#define __cornet_w16 __cornet_w8 __cornet_w8
#ifdef __LP64__
#define __cornet_words(lp64, ilp32) lp64
#else
#define __cornet_words(lp64, ilp32) ilp32
#endif
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define __extension__
#define $A(...) __attribute__((__VA_ARGS__))
/* The parser checks the syntax; the condition is evaluated by the translation, which knows the layout of types. */
#define _Static_assert(c, ...) _Static_assert((c) ? 1 : 1, "" __VA_ARGS__)
