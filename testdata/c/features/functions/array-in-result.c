// a pointer to an array in the result of a function is good until the end of the expression, which is not modelled where lives count
// expect: refused, a pointer to an array in a value that is stored nowhere
// flags: --check memory
// run: no, the errors are none of the program's own
struct pair { int a[2]; };
static struct pair make(void) { return (struct pair){{1, 2}}; }
int main(void) {
  int *p = make().a;
  return *p - 1;
}
