// with --volatile-inputs a volatile variable may keep a loop from ending
// expect: FALSE
// flags: --check termination --volatile-inputs
// run: no, it does not end
volatile int ready;
int main(void) {
    while (!ready)
        ;
}
