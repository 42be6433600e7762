// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Auction {
    uint best;
    bool ended;
    uint paid;

    function bid(uint amount) public {
        require(amount > best);
        best = amount;
    }

    function end() public {
        require(!ended);
        ended = true;
        paid = best;
    }

    function check() public view {
        if (ended) assert(paid == best);
    }
}
// ----
// 21:20 assertion: happens
