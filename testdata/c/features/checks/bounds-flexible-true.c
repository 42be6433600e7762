// a flexible member has the elements that its initialiser gives it
// expect: TRUE
// flags: --check memory
// run: no, no error function is called
struct text { char used, b[]; } g = {2, "ab"};

int main(void) {
  return g.b[2];
}
