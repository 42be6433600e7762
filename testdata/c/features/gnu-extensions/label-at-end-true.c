// a label at the end of a block
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int i = 0;
  for (; i < 5; i++) {
    if (i == 2) goto next;
    switch (i) { default: }
  next:
  }
  if (i != 5) reach_error();
  goto end;
end:
}
