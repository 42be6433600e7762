// the length of a variable-length array is 0
// expect: FALSE
// flags: --check all
// run: no, no error function is called
int n;

int main(void) {
  char c[n];
  (void)sizeof(c);
}
