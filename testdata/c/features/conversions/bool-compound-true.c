// compound assignments to _Bool compare the result with zero
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 2);
  _Bool b = 0;
  b += k;
  if (b != 1) reach_error();
  b ^= 3;
  if (b != 1) reach_error();
  b *= 0.25;
  if (b != 1) reach_error();
  b -= 1;
  if (b != 0) reach_error();
  b--;
  if (b != 1) reach_error();
  return 0;
}
