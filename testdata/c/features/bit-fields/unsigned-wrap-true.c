// an unsigned bit-field wraps at its width
// expect: TRUE
// inputs: 9
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 3, b : 5; } s = {0};
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x == 9);
  s.a = x;
  if (s.a != 1) reach_error();
  s.b = 31;
  s.b++;
  if (s.b != 0) reach_error();
  if (s.a != 1) reach_error();
  return 0;
}
