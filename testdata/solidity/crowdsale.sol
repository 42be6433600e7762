// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Crowdsale {
    uint goal = 100;
    uint raised;
    bool closed;
    mapping(address => uint) shares;

    function invest(uint amount) public {
        require(!closed);
        require(amount > 0 && amount <= 50);
        require(shares[msg.sender] <= 1000);
        raised += amount;
        shares[msg.sender] += amount;
        if (raised >= goal) closed = true;
    }

    function check() public view {
        assert(raised < 150);
        assert(closed == (raised >= goal));
        assert(goal == 100);
    }
}
// ----
// 14:9 overflow: safe
// 15:9 overflow: safe
// 20:9 assertion: safe
// 21:9 assertion: safe
// 22:9 assertion: safe
