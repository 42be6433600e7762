// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract A {
    uint steps;

    function step() public virtual {
        unchecked { steps += 1; }
    }
}

contract B is A {
    function step() public virtual override {
        super.step();
        unchecked { steps += 2; }
    }
}

contract C is A {
    function step() public virtual override {
        super.step();
        unchecked { steps += 4; }
    }
}

contract D is B, C {
    function step() public override(B, C) {
        uint before = steps;
        super.step();
        unchecked {
            assert(steps - before == 7);
        }
    }
}
// ----
// 31:13 assertion: might happen
