// an access through a pointer may be at an address that its type does not allow
// expect: FALSE
// flags: --check alignment
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long words[4] = {0};
  char *p = (char *)words;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 12) return 0;
  return *(short *)(p + k);
}
