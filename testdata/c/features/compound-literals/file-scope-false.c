// a compound literal at file scope is static
// expect: FALSE
extern void reach_error(void);

static int *p = (int[]){4, 5};
static struct { int n; const int *v; } t = {2, (const int[]){7, 8}};
static int bump(void) { return ++p[0]; }

int main(void) {
  if (bump() != 5) reach_error();
  if (bump() != 6) reach_error();
  if (t.v[1] == 8) reach_error();
  return 0;
}
