// -D and -U of the command line
// expect: FALSE
// flags: -DN=3 -DM -UM
// run: no, gcc is called without the macros
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = N;
#ifdef M
  n = 0;
#endif
  if (n == 3) reach_error();
  return 0;
}
