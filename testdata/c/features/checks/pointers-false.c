// a pointer may be one past its object, but not further, and not before it
// expect: FALSE
// flags: --check pointers
// run: no, the errors are none of the program's own
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int *p = a + 3; p >= a; p--)
    sum += *p;
  return sum;
}
