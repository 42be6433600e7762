// an empty asm statement as a barrier of the compiler
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  __asm__ volatile("");
  if (x != 3) reach_error();
  return 0;
}
