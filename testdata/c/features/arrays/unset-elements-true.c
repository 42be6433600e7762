// elements are stored one by one, and never read
// expect: TRUE
// inputs: 1 1 1 1 1 1 1 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[5];
  unsigned int len = 0;
  while (__VERIFIER_nondet_int()) {
    if (len == 4) len = 0;
    a[len] = 0;
    len++;
  }
  if (len >= 5) reach_error();
  return 0;
}
