// large arrays with few used elements
// expect: FALSE
// flags: --data-model LP64
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int a[20000000];
struct row { int n; char c[100000]; } rows[1000];

int main(void) {
  static long b[30000000] = {1, 2};
  int x = __VERIFIER_nondet_int();
  a[19999999] = x;
  rows[999].c[99999] = 1;
  if (a[19999999] != x || a[7] != 0 || b[1] != 2 || b[29999999] != 0) reach_error();
  if (rows[999].c[99999] + rows[998].c[5] == 1) reach_error();
  return 0;
}
