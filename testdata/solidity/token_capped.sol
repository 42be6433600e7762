// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Capped {
    uint constant CAP = 1000000;
    uint minted;

    function mint(uint amount) public {
        require(amount <= CAP);
        require(minted + amount <= CAP);
        minted += amount;
    }

    function burn(uint amount) public {
        require(amount <= minted);
        minted -= amount;
    }

    function check() public view {
        assert(minted <= CAP);
    }
}
// ----
// 10:17 overflow: safe
// 11:9 overflow: safe
// 16:9 underflow: safe
// 20:9 assertion: safe
// invariant Capped: ((minted <= 1000000) && (CAP = 1000000))
// invariant Capped: ((minted <= 115792089237316195423570985008687907853269984665640564039457584007913128639935) && (CAP = 1000000))
