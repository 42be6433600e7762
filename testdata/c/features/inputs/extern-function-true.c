// a function without body returns any value
// expect: TRUE
// run: no, it is not defined
extern void reach_error(void);

int ask(int);

int main(void) {
  int n = 1;
  int x = ask(n);
  if (n != 1) reach_error();
  return 0;
}
