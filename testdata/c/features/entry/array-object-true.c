// a pointer to an array points to one array
// expect: TRUE
// flags: --entry f --check memory
// run: no, there is no main
int f(int (*a)[3]) { return (*a)[0] ^ (*a)[2]; }
