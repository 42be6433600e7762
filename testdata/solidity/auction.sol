// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Auction {
    address public bidder;
    uint public best;
    bool ended;
    uint paid;

    function bid(uint amount) public {
        require(!ended);
        require(amount > best);
        bidder = msg.sender;
        best = amount;
    }

    function end() public {
        require(!ended);
        ended = true;
        paid = best;
    }

    function check() public view {
        if (ended) assert(paid == best);
        if (!ended) assert(paid == 0);
    }
}
// ----
// 24:20 assertion: safe
// 25:21 assertion: safe
// invariant Auction: !(!ended && (paid >= 1))
// invariant Auction: ((best >= paid) && !(ended && (best >= (paid + 1))))
