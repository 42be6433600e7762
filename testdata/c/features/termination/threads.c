// programs with threads are not decided
// expect: over-approximated, threads or locks
// flags: --check termination
#include <pthread.h>
int stop;
void *work(void *x) { while (!stop) ; return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    stop = 1;
    pthread_join(t, 0);
}
