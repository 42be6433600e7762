// SPDX-License-Identifier: Apache-2.0

// Inputs of harnesses: any value of the type, from outside.

#ifndef NONDET_H
#define NONDET_H

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

#endif
