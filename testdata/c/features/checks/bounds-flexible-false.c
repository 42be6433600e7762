// a flexible member of a variable has no elements
// expect: FALSE
// flags: --check memory
// run: no, no error function is called
struct text { char used; int b[]; } g;

int main(void) {
  return g.b[0];
}
