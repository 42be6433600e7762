// ++ and -- on signed bit-fields wrap at their width
// expect: FALSE
// gcc: -fwrapv
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { int a : 3; unsigned b : 3; _Bool c : 1; } s = {3, 7, 0};
  int one = __VERIFIER_nondet_int();
  __VERIFIER_assume(one == 1);
  s.a += one;
  if (s.a != -4) reach_error();
  int r = s.b++;
  if (r != 7) reach_error();
  if (s.b != 0) reach_error();
  r = --s.b;
  if (r != 7) reach_error();
  s.c--;
  if (s.c == 1) reach_error();
  return 0;
}
