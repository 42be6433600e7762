// a pointer to an array in the result of a function is valid until the end of the expression; with --check memory this is not modelled
// expect: refused, a pointer to an array in a value that is stored nowhere
// flags: --check memory
// run: no, the errors are none of the program's own
struct pair { int a[2]; };
static struct pair make(void) { return (struct pair){{1, 2}}; }
int main(void) {
  int *p = make().a;
  return *p - 1;
}
