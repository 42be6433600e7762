// the value of an assignment to a bit-field is the truncated one
// expect: TRUE
// inputs: 13
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 3; int b : 3; } s;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 13);
  int r = (s.a = x);
  if (r != 5) reach_error();
  r = (s.b = x);
  if (r != -3) reach_error();
  return 0;
}
