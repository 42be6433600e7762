// arithmetic that says whether it overflows
// expect: TRUE
// inputs: 2147483647
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 2147483647);
  int r;
  if (!(__builtin_add_overflow(x, 1, &r) == 1)) reach_error();
  if (r != -2147483647 - 1) reach_error();
  if (!(!__builtin_sub_overflow(x, 1, &r))) reach_error();
  if (r != 2147483646) reach_error();
  unsigned char c;
  if (!(__builtin_mul_overflow(16, 16, &c))) reach_error();
  if (c != 0) reach_error();
  return 0;
}
