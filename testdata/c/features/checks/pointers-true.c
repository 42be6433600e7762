// a pointer one past its object may be computed, compared and subtracted
// expect: TRUE
// flags: --check pointers
// run: no, the errors are none of the program's own
int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0, *end = a + 4;
  for (int *p = a; p < end; p++)
    sum += *p;
  return sum + (int)(end - a);
}
