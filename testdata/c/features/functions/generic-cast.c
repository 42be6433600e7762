// _Generic of a cast to a pointer to const with an association without const before the right one
// expect: refused, this _Generic
void reach_error(void);

int main(void) {
  if (_Generic((const char *)"a", char *: 1, const char *: 2) == 2) reach_error();
  return 0;
}
