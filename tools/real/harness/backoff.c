// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "backoff_algorithm.h"
#include "nondet.h"

// No delay is longer than the longest one, and there are no more attempts than allowed.
int main(void) {
    BackoffAlgorithmContext_t context;
    uint16_t base = __VERIFIER_nondet_ushort(), longest = __VERIFIER_nondet_ushort(), delay;
    uint32_t attempts = __VERIFIER_nondet_uint(), done = 0;
    if (base > longest || attempts == BACKOFF_ALGORITHM_RETRY_FOREVER)
        return 0;
    BackoffAlgorithm_InitializeParams(&context, base, longest, attempts);
    while (BackoffAlgorithm_GetNextBackoff(&context, __VERIFIER_nondet_uint(), &delay) == BackoffAlgorithmSuccess) {
        done++;
        assert(delay <= longest);
        assert(done <= attempts);
    }
    assert(done == attempts);
}
