// unions in an array of structs
// expect: FALSE
extern void reach_error(void);

struct s { int tag; union { int i; unsigned u; } v; };

int main(void) {
  struct s a[3] = {{1, {5}}, {2, {.u = 7}}, [2].v.i = -1};
  if (a[1].v.u != 7) reach_error();
  if (a[2].v.u != 4294967295u) reach_error();
  if (a[2].tag == 0 && a[0].v.i == 5) reach_error();
  return 0;
}
