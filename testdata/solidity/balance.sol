// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Payable {
    uint received;

    function pay() public payable {
        require(msg.value < 1000 && received < 1000000);
        received += msg.value;
        assert(address(this).balance >= msg.value);
    }

    function send(address payable to) public {
        to.transfer(5);
    }
}
// ----
// 9:9 overflow: safe
// 10:9 assertion: happens
// 14:9 balance: happens
