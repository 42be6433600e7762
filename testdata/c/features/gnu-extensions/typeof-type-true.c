// typeof of a type
// expect: TRUE
extern void reach_error(void);

typedef struct { int a[2]; } pair;

int main(void) {
  typeof(unsigned char) x = 300;
  __typeof__(int *) p, q;
  int v = 4;
  typeof(pair) w = {{1, 2}};
  p = q = &v;
  if (x + *p + *q + w.a[1] != 54) reach_error();
  return 0;
}
