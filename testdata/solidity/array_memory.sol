// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Memory {
    function fill(uint n) public pure {
        require(n > 2);
        uint[] memory a = new uint[](n);
        a[0] = 7;
        a[1] = 8;
        assert(a.length == n);
        assert(a[0] == 7);
        assert(a[0] + a[1] == 15);
        assert(a[2] == 0);
    }
}
// ----
// 8:9 bounds: safe
// 9:9 bounds: safe
// 10:9 assertion: safe
// 11:9 assertion: safe
// 11:16 bounds: safe
// 12:9 assertion: safe
// 12:16 bounds: safe
// 12:16 overflow: safe
// 12:23 bounds: safe
// 13:9 assertion: safe
// 13:16 bounds: safe
