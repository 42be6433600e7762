// a negative index from the end of an array leads back into it
// expect: TRUE
// flags: --check arrays,memory
// run: no, no error function is called
int main(void) {
  int n = 3, a[3] = {1, 2, 3}, v[n];
  v[2] = 4;
  return (&a[3])[-1] + *(*(&a + 1) - 1) + *(*(&v + 1) - 1);
}
