// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Copies {
    struct S {
        uint a;
        uint[] list;
    }
    S s;

    function f(uint v) public {
        S memory m = S(v, new uint[](2));
        m.list[1] = v;
        s = m;
        assert(s.a == v);
        assert(s.list[1] == v);
        assert(s.list.length == 2);
    }
}
// ----
// 13:9 bounds: safe
// 15:9 assertion: safe
// 16:9 assertion: safe
// 16:16 bounds: safe
// 17:9 assertion: safe
