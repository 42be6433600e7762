/* assert is left visible as a property. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __cornet_assert((e) != 0)
#endif
#ifndef __CORNET_ASSERT_H
#define __CORNET_ASSERT_H
void __cornet_assert(int);
#if __STDC_VERSION__ >= 201112L && !defined __cplusplus
#define static_assert _Static_assert
#endif
#endif
