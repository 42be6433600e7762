// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Alias {
    function f(uint[] memory a, uint[] memory b) public pure {
        require(a.length > 0 && b.length > 0);
        a[0] = 1;
        b[0] = 2;
        assert(b[0] == 2);
        assert(a[0] == 1);
    }
}
// ----
// 7:9 bounds: safe
// 8:9 bounds: happens
// 9:9 assertion: safe
// 9:16 bounds: happens
// 10:9 assertion: happens
// 10:16 bounds: happens
