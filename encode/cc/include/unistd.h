#ifndef __CORNET_UNISTD_H
#define __CORNET_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
extern char **environ;
int isatty(int);
int unlink(const char *);
int rmdir(const char *);
int access(const char *, int);
char *getcwd(char *, size_t);
int chdir(const char *);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int fchown(int, uid_t, gid_t);
int fdatasync(int);
off_t lseek(int, off_t, int);
int dup(int);
int dup2(int, int);
int pipe(int *);
ssize_t readlink(const char *, char *, size_t);
int symlink(const char *, const char *);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
int ftruncate(int, off_t);
int fsync(int);
long sysconf(int);
int execvp(const char *, char *const *);
int execv(const char *, char *const *);
unsigned int sleep(unsigned int);
int usleep(useconds_t);
pid_t getpid(void);
pid_t fork(void);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int close(int);
void _exit(int) __attribute__((__noreturn__));
#endif
