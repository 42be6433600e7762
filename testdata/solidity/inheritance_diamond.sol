// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

abstract contract A {
    uint steps;

    function step() public virtual {
        steps += 1;
    }
}

abstract contract B is A {
    function step() public virtual override {
        super.step();
        steps += 2;
    }
}

abstract contract C is A {
    function step() public virtual override {
        super.step();
        steps += 4;
    }
}

contract D is B, C {
    function step() public override(B, C) {
        require(steps < 1000);
        uint before = steps;
        super.step();
        assert(steps - before == 7);
    }
}
// ----
// 8:9 overflow: safe
// 15:9 overflow: safe
// 22:9 overflow: safe
// 31:9 assertion: safe
// 31:16 underflow: safe
