// a compound literal of a scalar has an address
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int *p = &(int){5};
  *p += 2;
  if (*p == 7) reach_error();
  return 0;
}
