// unsigned numbers wrap around
// expect: TRUE
// flags: --check termination
 
int main(void) {
    unsigned char c = 1;
    while (c)
        c++;
}
