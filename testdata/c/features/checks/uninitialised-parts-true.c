// parts that are assigned may be read, and a struct be copied with parts that are not
// expect: TRUE
// flags: --check uninitialised
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
struct s { int x, y[2]; };
int main(void) {
  struct s a, b;
  int i = __VERIFIER_nondet_int() & 1;
  a.y[i] = 3;
  b = a;
  return b.y[i];
}
