#ifndef __CORNET_SYS_UCONTEXT_H
#define __CORNET_SYS_UCONTEXT_H
#include <signal.h>
#if __SIZEOF_LONG__ == 8
enum { REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX, REG_RAX, REG_RCX, REG_RSP, REG_RIP,
  REG_EFL, REG_CSGSFS, REG_ERR, REG_TRAPNO, REG_OLDMASK, REG_CR2 };
typedef long long greg_t;
typedef greg_t gregset_t[23];
typedef struct { gregset_t gregs; void *fpregs; unsigned long long __reserved[8]; } mcontext_t;
#else
enum { REG_GS, REG_FS, REG_ES, REG_DS, REG_EDI, REG_ESI, REG_EBP, REG_ESP, REG_EBX, REG_EDX, REG_ECX, REG_EAX, REG_TRAPNO, REG_ERR, REG_EIP, REG_CS, REG_EFL,
  REG_UESP, REG_SS };
typedef int greg_t;
typedef greg_t gregset_t[19];
typedef struct { gregset_t gregs; void *fpregs; unsigned long oldmask, cr2; } mcontext_t;
#endif
typedef struct ucontext_t {
  unsigned long uc_flags; struct ucontext_t *uc_link; stack_t uc_stack; mcontext_t uc_mcontext; sigset_t uc_sigmask;
  unsigned long __registers[__SIZEOF_LONG__ == 8 ? 64 : 28], __ssp[4];
} ucontext_t;
#endif
