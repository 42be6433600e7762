// a pointer points to as many elements as another argument says
// expect: TRUE
// flags: --entry f --argument a=array:n
// run: no, there is no main
extern void reach_error(void);

int f(int *a, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m) m = a[i];
  if (m < 0 || n < 0) reach_error();
  return m;
}
