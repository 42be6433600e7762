// trigraphs, with -std=c11
// expect: FALSE
// flags: -std=c11
// run: no, gcc is called without -std=c11
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) ??<
  int a??(1??) = ??<5??>;
  if (a??(0??) == 5) reach_error();
  return 0;
??>
