#ifndef __CORNET_SIGNAL_H
#define __CORNET_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGSYS 31
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
typedef struct { unsigned long __val[1024 / (8 * sizeof (unsigned long))]; } sigset_t;
union sigval { int sival_int; void *sival_ptr; };
typedef struct {
  int si_signo, si_errno, si_code;
  __cornet_words(int __pad;, ) union { int __pad[__SIZEOF_LONG__ == 8 ? 28 : 29]; void *__addr; struct { pid_t __pid; uid_t __uid; union sigval __value; } __sent; } __fields;
} siginfo_t;
#define si_addr __fields.__addr
#define si_pid __fields.__sent.__pid
#define si_uid __fields.__sent.__uid
#define si_value __fields.__sent.__value
struct sigaction {
  union { sighandler_t __handler; void (*__action)(int, siginfo_t *, void *); } __handlers;
  sigset_t sa_mask; int sa_flags; void (*sa_restorer)(void);
};
#define sa_handler __handlers.__handler
#define sa_sigaction __handlers.__action
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
sighandler_t signal(int, sighandler_t);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *);
int raise(int);
int kill(pid_t, int);
#endif
