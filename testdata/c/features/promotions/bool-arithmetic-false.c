// _Bool is promoted to int
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(b == 1);
  int x = b + b;
  if (x != 2) reach_error();
  if (-b != -1) reach_error();
  b = x;
  if (b != 1) reach_error();
  b++;
  if (b != 1) reach_error();
  b--;
  if (b == 0) reach_error();
  return 0;
}
