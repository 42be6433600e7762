// --entry begins with another function
// expect: FALSE
// flags: --check termination --entry wait
// run: no, it does not end
void wait(int *p) {
    while (*p)
        ;
}
int main(void) { return 0; }
