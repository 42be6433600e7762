// an array of char arrays and one of pointers
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char a[2][4] = {"ab", "cd"};
  const char *p[] = {"ef", "gh"};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (a[i][0] != 'c') reach_error();
  if (p[i][1] != 'h') reach_error();
  if (sizeof a != 8) reach_error();
  return 0;
}
