// objects that only global variables point to are changed, too
// expect: FALSE
// flags: --missing-body havoc
// run: no, the function has no body
extern void reach_error(void);
void external(void);
static int y;
int *const q = &y;
int main(void) {
  external();
  if (y == 4) reach_error();
  return 0;
}
