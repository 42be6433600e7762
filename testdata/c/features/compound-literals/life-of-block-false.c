// a compound literal lives as long as the innermost block around it, also that of a statement without braces
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, *p = &x;
  if (__VERIFIER_nondet_int())
    p = &(int){1};
  return *p;
}
