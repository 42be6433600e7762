// asm without an instruction leaves the operands that it reads and writes as they are
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  __asm__ volatile("" : "+r"(x) : : "memory");
  if (x == y) reach_error();
  return 0;
}
