// a flexible array member with an initialiser
// expect: FALSE
extern void reach_error(void);

static struct { int n; int v[]; } s = {2, {7, 8}};

int main(void) {
  if (s.v[1] != 8) reach_error();
  if (sizeof s != 4) reach_error();
  if (s.n == 2) reach_error();
  return 0;
}
