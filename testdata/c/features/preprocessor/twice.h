#ifndef TWICE_H
#define TWICE_H
#define TWICE(x) (2 * (x))
static int thrice(int x) { return 3 * x; }
#endif
