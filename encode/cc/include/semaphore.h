#ifndef __CORNET_SEMAPHORE_H
#define __CORNET_SEMAPHORE_H
#include <sys/types.h>
#include <time.h>
typedef struct { _Alignas(long) int __value; __cornet_words(__cornet_w2 __cornet_w1, __cornet_w2 __cornet_w1) } sem_t;
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#endif
