// a part of a struct, or an element, may be read before it is assigned
// expect: FALSE
// flags: --check uninitialised
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[2];
}
