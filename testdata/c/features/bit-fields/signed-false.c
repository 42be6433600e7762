// a signed bit-field is extended by its sign
// expect: FALSE
// inputs: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { signed int a : 3; int b : 4; } s;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 7);
  s.a = x;
  s.b = x;
  if (s.a != -1) reach_error();
  if (s.b != 7) reach_error();
  s.b = s.b + 1;
  if (s.b == -8) reach_error();
  return 0;
}
