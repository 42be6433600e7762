// a loop made of goto
// expect: TRUE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 4);
  int n = 1;
  again:
  if (x > 1) { n += x--; goto again; }
  if (n != 10) reach_error();
  return 0;
}
