// Exa.c, the running example of C. Tian, Zhao Duan, Zhenhua Duan, C.-H. L. Ong,
// "More Effective Interpolations in Software Model Checking", ASE 2017, Fig. 1, put together
// from the path formulas that the text prints. Unsafe: i <= 1, a == 1.
extern int nondet(void);
extern void reach_error(void);

int main(void) {
  int i = nondet();
  int a = nondet();
  int s = 1;
  if (i > 1) {
    if (a == 1)
      s = s + 2;
    else
      s = s + 1;
  } else {
    if (a != 1)
      s = s + 2;
    else
      s = s + 3;
  }
  if (s > 3)
    reach_error();
  return 0;
}
