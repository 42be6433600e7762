// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Lottery {
    address[] players;

    function enter() public {
        require(players.length < 10);
        players.push(msg.sender);
    }

    function draw(uint seed) public view returns (address) {
        require(players.length > 0);
        return players[seed % players.length];
    }

    function check() public view {
        assert(players.length <= 10);
        assert(players.length != 7);
    }
}
// ----
// 14:16 bounds: safe
// 14:24 division by zero: safe
// 18:9 assertion: safe
// 19:9 assertion: happens
