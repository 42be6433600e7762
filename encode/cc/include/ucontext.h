#ifndef __CORNET_UCONTEXT_H
#define __CORNET_UCONTEXT_H
#include <sys/ucontext.h>
#endif
