// #pragma once in a header
// expect: TRUE
extern void reach_error(void);

#include "once.h"
#include "once.h"

int main(void) {
  if (once != 4) reach_error();
  return 0;
}
