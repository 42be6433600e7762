// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

// Remainders of signed numbers by a variable.
contract SignedRemainder {
    function check(int x, int y) public pure {
        require(y != 0);
        require(x == 42);
        int z = x % y;
        int w = -x % y;
        assert((x >= 0 && z >= 0) || (x <= 0 && z <= 0));
        assert(w <= 0);
    }
}
// ----
// 9:17 division by zero: safe
// 10:17 division by zero: safe
// 10:17 overflow: safe
// 10:17 underflow: safe
// 11:9 assertion: safe
// 12:9 assertion: safe
