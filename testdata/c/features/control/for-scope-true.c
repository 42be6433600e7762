// a variable of a for loop hides an outer one
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int i = 7, s = 0;
  for (int i = 0; i < 3; i++) { int i = 10; s += i; }
  if (s != 30) reach_error();
  if (i != 7) reach_error();
  return 0;
}
