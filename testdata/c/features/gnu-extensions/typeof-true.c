// typeof names the type of an expression
// expect: TRUE
extern void reach_error(void);

#define SWAP(a, b) do { __typeof__(a) t = a; a = b; b = t; } while (0)

int main(void) {
  unsigned char x = 200, y = 7;
  SWAP(x, y);
  if (x != 7) reach_error();
  __typeof__(x + y) z = 300;
  if (!(sizeof z == 4 && z == 300)) reach_error();
  int n = 0;
  __typeof__(n++) k = 5;
  if (!(n == 0 && k == 5)) reach_error();
  return 0;
}
