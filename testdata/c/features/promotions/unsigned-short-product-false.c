// the product of two unsigned short numbers is an int
// expect: FALSE
// gcc: -fwrapv
// inputs: 65535
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(a == 65535);
  if (a * a == -131071) reach_error();
  return 0;
}
