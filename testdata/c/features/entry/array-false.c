// a pointer points to as many elements as another argument says
// expect: FALSE
// flags: --entry f --argument a=array:n
// run: no, there is no main
extern void reach_error(void);

int f(const int *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (a[i] == 77 && i == 2) reach_error();
  return 0;
}
