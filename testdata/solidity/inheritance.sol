// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Base {
    uint x;

    function f() public virtual {
        x = 1;
    }

    function check() public view {
        assert(x <= 2);
    }
}

contract Derived is Base {
    function f() public override {
        super.f();
        x += 1;
    }
}
// ----
// 12:9 assertion: safe
// 19:9 overflow: safe
