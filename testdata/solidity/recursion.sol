// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Recursion {
    function down(uint n) internal pure returns (uint) {
        if (n == 0) return 0;
        return down(n - 1);
    }

    function f(uint n) public pure {
        require(n < 5);
        assert(down(n) == 0);
    }
}
// ----
// 7:21 underflow: safe
// 12:9 assertion: safe
