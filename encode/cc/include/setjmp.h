#ifndef __CORNET_SETJMP_H
#define __CORNET_SETJMP_H
typedef struct { long __registers[8]; __cornet_words(__cornet_w16 __cornet_w1, __cornet_w16 __cornet_w8 __cornet_w4 __cornet_w2 __cornet_w1) } jmp_buf[1];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int) __attribute__((__noreturn__));
#endif
