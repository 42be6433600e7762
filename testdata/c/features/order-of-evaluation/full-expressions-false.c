// declarators of one declaration are evaluated in order
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int i = 1, a = i++, b = i++, c = a * 10 + b;
  if (c != 12) reach_error();
  if (i == 3) reach_error();
  return 0;
}
