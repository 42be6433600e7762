// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Steps {
    function f(uint n) public pure {
        uint i = 0;
        do {
            i += 3;
        } while (i < n && i < 100);
        assert(i < 100);
    }
}
// ----
// 8:13 overflow: safe
// 10:9 assertion: happens
