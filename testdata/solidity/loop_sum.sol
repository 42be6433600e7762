// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Sum {
    function sum(uint n) public pure {
        require(n <= 10);
        uint s;
        uint i;
        while (i < n) {
            s += 2;
            ++i;
        }
        assert(s == 2 * n);
    }
}
// ----
// 10:13 overflow: safe
// 11:13 overflow: safe
// 13:9 assertion: safe
// 13:21 overflow: safe
