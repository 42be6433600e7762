#ifndef __CORNET_UNISTD_H
#define __CORNET_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
unsigned int sleep(unsigned int);
int usleep(useconds_t);
pid_t getpid(void);
pid_t fork(void);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
void _exit(int) __attribute__((__noreturn__));
#endif
