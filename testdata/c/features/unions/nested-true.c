// a union in a struct in a union, numbers of one size
// expect: TRUE
extern void reach_error(void);

union u { struct { int a, b; } s; struct { unsigned c, d; } t; };

int main(void) {
  union u x;
  x.s.a = 1;
  x.s.b = 2;
  if (x.s.b != 2) reach_error();
  x.s.a += x.s.b;
  if (x.s.a != 3) reach_error();
  return 0;
}
