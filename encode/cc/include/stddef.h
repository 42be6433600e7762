#ifndef __CORNET_STDDEF_H
#define __CORNET_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#ifdef __LP64__
typedef struct { long long __ll; long double __ld; } max_align_t;
#else
typedef struct { _Alignas(16) long long __ll; _Alignas(16) long double __ld; _Alignas(16) long long __more; } max_align_t;
#endif
#undef NULL
#define NULL ((void *)0)
#define offsetof(t, m) __builtin_offsetof(t, m)
#endif
