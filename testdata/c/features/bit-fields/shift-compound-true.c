// shifts of bit-fields are computed as int
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 4; int b : 4; } s = {9, -8};
  int one = __VERIFIER_nondet_int();
  __VERIFIER_assume(one == 1);
  if (!(s.a << one == 18)) reach_error();
  s.a <<= one;
  if (s.a != 2) reach_error();
  s.b >>= one;
  if (s.b != -4) reach_error();
  return 0;
}
