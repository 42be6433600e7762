#ifndef __CORNET_IMMINTRIN_H
#define __CORNET_IMMINTRIN_H
#include <emmintrin.h>
#endif
