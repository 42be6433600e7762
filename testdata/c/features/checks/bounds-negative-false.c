// a constant negative index of a row
// expect: FALSE
// flags: --check memory
// run: no, no error function is called
int a[3][3];

int main(void) {
  return a[1][-1];
}
