// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Flags {
    mapping(address => bool) voted;
    uint yes;
    uint no;
    uint votes;

    function vote(bool choice) public {
        require(!voted[msg.sender]);
        require(votes < 1000);
        voted[msg.sender] = true;
        if (choice) yes++;
        else no++;
        votes++;
    }

    function check() public view {
        assert(yes + no == votes);
    }
}
// ----
// 14:21 overflow: safe
// 15:14 overflow: safe
// 16:9 overflow: safe
// 20:9 assertion: safe
// 20:16 overflow: safe
