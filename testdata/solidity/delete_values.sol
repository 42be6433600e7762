// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Deletes {
    uint x;
    uint[] list;
    mapping(uint => uint) m;

    function f(uint k) public {
        x = 5;
        delete x;
        assert(x == 0);
        m[k] = 3;
        delete m[k];
        assert(m[k] == 0);
        list.push(1);
        delete list;
        assert(list.length == 0);
    }
}
// ----
// 12:9 assertion: safe
// 15:9 assertion: safe
// 18:9 assertion: safe
