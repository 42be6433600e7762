// a length is a number or an argument
// expect: refused, m as the length of a, which is no argument that is an integer
// flags: --entry f --argument a=array:m
// run: no, there is no main
extern void reach_error(void);

int f(int *a) {
  if (a[0] == 1) reach_error();
  return 0;
}
