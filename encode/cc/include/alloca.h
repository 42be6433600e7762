#ifndef __CORNET_ALLOCA_H
#define __CORNET_ALLOCA_H
#include <stddef.h>
void *alloca(size_t);
#endif
