// volatile variables of a program without handlers keep their values
// expect: TRUE
extern void reach_error(void);

int main(void) {
  volatile int x = 3;
  x++;
  if (x != 4) reach_error();
  int *const volatile p = (int *)&x;
  if (!(p != 0)) reach_error();
  return 0;
}
