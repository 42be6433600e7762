// arrays inside structs are copied
// expect: TRUE
extern void reach_error(void);

struct s { int v[3]; };

int main(void) {
  struct s a = {{1, 2, 3}}, b = a;
  b.v[1] = 9;
  if (a.v[1] != 2) reach_error();
  if (b.v[1] + b.v[2] != 12) reach_error();
  return 0;
}
