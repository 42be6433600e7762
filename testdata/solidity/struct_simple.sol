// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Point {
    struct P {
        uint x;
        uint y;
    }
    P p;

    function move(uint d) public {
        require(d < 100 && p.x < 1000 && p.y < 1000);
        p.x += d;
        p.y += d;
    }

    function check() public view {
        assert(p.x == p.y);
    }
}
// ----
// 13:9 overflow: safe
// 14:9 overflow: safe
// 18:9 assertion: safe
