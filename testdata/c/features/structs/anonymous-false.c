// members of anonymous structs and unions
// expect: FALSE
extern void reach_error(void);

struct s { int k; union { int i; unsigned char c; }; struct { short a, b; }; };

int main(void) {
  struct s x = {1, {0x102}, {3, 4}};
  if (x.c != 2) reach_error();
  if (x.b != 4) reach_error();
  x.a = -1;
  if (x.a + x.b == 3) reach_error();
  return 0;
}
