void reach_error(void) {}
int main(void) {
  int x, y;
  y = 4;
  if (x > y)
    reach_error();
  return 0;
}
