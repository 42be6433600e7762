#ifndef __CORNET_THREADS_H
#define __CORNET_THREADS_H
#include <pthread.h>
#define thread_local _Thread_local
#endif
