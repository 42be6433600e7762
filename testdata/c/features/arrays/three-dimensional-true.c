// three indices
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static unsigned char t[2][3][4];

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 2);
  t[1][k][3] = 9;
  if (sizeof t != 24) reach_error();
  if (*((unsigned char *)t + 23) != 9) reach_error();
  if (t[1][1][3] != 0) reach_error();
  return 0;
}
