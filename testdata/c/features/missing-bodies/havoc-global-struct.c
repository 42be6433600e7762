// objects that pointers in global structs and in argument structs point to are changed, too
// expect: over-approximated, may change all that it reaches
// flags: --missing-body havoc
// run: no, the function has no body
extern void reach_error(void);
struct s { int *p; };
void external(struct s v);
static int x;
struct s g = {&x};
int main(void) {
  int y = 0;
  struct s v = {&y};
  external(v);
  if (x || y) reach_error();
  return 0;
}
