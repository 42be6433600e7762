// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Tuples {
    uint a = 1;
    uint b = 2;

    function swap() public {
        (a, b) = (b, a);
    }

    function check() public view {
        assert(a + b == 3);
        assert(a == 1);
    }
}
// ----
// 13:9 assertion: safe
// 13:16 overflow: safe
// 14:9 assertion: happens
