#ifndef __CORNET_SYS_SELECT_H
#define __CORNET_SYS_SELECT_H
#include <sys/time.h>
#include <signal.h>
#include <time.h>
#define FD_SETSIZE 1024
typedef long fd_mask;
#define NFDBITS (8 * (int) sizeof(fd_mask))
typedef struct { fd_mask __fds_bits[FD_SETSIZE / (8 * sizeof(fd_mask))]; } fd_set;
#define FD_SET(d, s) ((void) ((s)->__fds_bits[(d) / (8 * (int) sizeof(fd_mask))] |= (fd_mask) (1UL << (d) % (8 * (int) sizeof(fd_mask)))))
#define FD_CLR(d, s) ((void) ((s)->__fds_bits[(d) / (8 * (int) sizeof(fd_mask))] &= ~(fd_mask) (1UL << (d) % (8 * (int) sizeof(fd_mask)))))
#define FD_ISSET(d, s) (((s)->__fds_bits[(d) / (8 * (int) sizeof(fd_mask))] & (fd_mask) (1UL << (d) % (8 * (int) sizeof(fd_mask)))) != 0)
#define FD_ZERO(s) do { for (unsigned __i = 0; __i < FD_SETSIZE / (8 * sizeof(fd_mask)); __i++) (s)->__fds_bits[__i] = 0; } while (0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
