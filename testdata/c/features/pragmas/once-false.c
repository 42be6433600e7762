// #pragma once in a header
// expect: FALSE
extern void reach_error(void);

#include "once.h"
#include "once.h"

int main(void) {
  if (once == 4) reach_error();
  return 0;
}
