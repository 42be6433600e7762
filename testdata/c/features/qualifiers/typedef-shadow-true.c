// a variable with the name of a type
// expect: TRUE
extern void reach_error(void);

typedef int T;

int main(void) {
  T x = 3;
  { int T = 5; x = T + (T) - 1; }
  if (x != 9) reach_error();
  return 0;
}
