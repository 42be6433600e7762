int strong(void) __attribute__((weak));
int strong(void) { return 1; }
int spare = 8;
