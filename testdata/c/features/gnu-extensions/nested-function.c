// a function inside a function
// expect: refused, nested function
extern void reach_error(void);

int main(void) {
  int x = 1;
  int add(int y) { return x + y; }
  if (add(2) != 3) reach_error();
  return 0;
}
