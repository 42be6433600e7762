// addresses as initialisers of static objects
// expect: TRUE
extern void reach_error(void);

static int v[4] = {1, 2, 3, 4};
static int *p = &v[1], *q = v + 3;
static struct { int a, b; } s = {5, 6};
static int *r = &s.b;

int main(void) {
  if (*p != 2) reach_error();
  if (q - p != 2) reach_error();
  *r += 1;
  if (s.b != 7) reach_error();
  return 0;
}
