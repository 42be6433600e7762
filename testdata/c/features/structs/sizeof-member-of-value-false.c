// the size of an array that is a member of a function's result, not of a pointer
// expect: FALSE
extern void reach_error(void);

struct row { int cells[4]; struct { char text[6]; } name; };

struct row make(void) {
  struct row r = {{1}};
  return r;
}

int main(void) {
  struct row r = make();
  if (sizeof make().cells + sizeof make().name.text + sizeof (r = r).cells + sizeof __builtin_choose_expr(1, r.cells, 0) == 54) reach_error();
  return 0;
}
