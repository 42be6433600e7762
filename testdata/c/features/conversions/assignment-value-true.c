// the value of an assignment is the new value of the left side
// expect: TRUE
// inputs: 300
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 300);
  unsigned char c;
  int r = (c = i);
  if (r != 44) reach_error();
  r = (c += 250);
  if (r != 38) reach_error();
  return 0;
}
