// a conversion to _Bool compares with zero
// expect: FALSE
// inputs: 256
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 256);
  _Bool b = i;
  if (b != 1) reach_error();
  if ((unsigned char)i != 0) reach_error();
  if ((_Bool)0.5 != 1) reach_error();
  if ((int)0.5 != 0) reach_error();
  if ((_Bool)&i == 1) reach_error();
  return 0;
}
