// a bit-field of type _Bool is 0 or 1
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { _Bool f : 1; unsigned g : 1; } s;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 2);
  s.f = x;
  s.g = x;
  if (s.g != 0) reach_error();
  if (s.f != 1) reach_error();
  return 0;
}
