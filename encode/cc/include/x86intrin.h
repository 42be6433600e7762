#ifndef __CORNET_X86INTRIN_H
#define __CORNET_X86INTRIN_H
#include <emmintrin.h>
#endif
