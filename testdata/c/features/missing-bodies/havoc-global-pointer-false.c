// what global variables point to, which the program itself does not use, is changed, too
// expect: FALSE
// flags: --missing-body havoc
// run: no, the function has no body
extern void reach_error(void);
void external(void);
static int x, y;
int *p = &x, *const q = &y;
int main(void) {
  external();
  if (x == 3 && y == 4) reach_error();
  return 0;
}
