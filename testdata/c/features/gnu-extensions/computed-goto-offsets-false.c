// distances of labels as constants
// expect: FALSE
extern void reach_error(void);

int main(void) {
  static const int offset[] = {&&one - &&one, &&two - &&one, &&three - &&one};
  int n = 0, i = 2;
  goto *(&&one + offset[i]);
one: n++;
two: n++;
three: n += 3;
  if (n == 3) reach_error();
  return 0;
}
