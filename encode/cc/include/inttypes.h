#ifndef __CORNET_INTTYPES_H
#define __CORNET_INTTYPES_H
#include <stdint.h>
#ifdef __LP64__
#define __CORNET_P64 "l"
#else
#define __CORNET_P64 "ll"
#endif
#define PRId8 "d"
#define PRIi8 "i"
#define PRIu8 "u"
#define PRIx8 "x"
#define PRId16 "d"
#define PRIi16 "i"
#define PRIu16 "u"
#define PRIx16 "x"
#define PRId32 "d"
#define PRIi32 "i"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRId64 __CORNET_P64 "d"
#define PRIi64 __CORNET_P64 "i"
#define PRIu64 __CORNET_P64 "u"
#define PRIx64 __CORNET_P64 "x"
#define SCNd64 __CORNET_P64 "d"
#define SCNu64 __CORNET_P64 "u"
intmax_t imaxabs(intmax_t);
#endif
