// an access after the end of an array that is a parameter: parentheses
// expect: FALSE
// flags: --entry f --check memory
// run: no, there is no main

int f(int (a)[4]) { return a[4]; }
