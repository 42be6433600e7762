// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Matrix {
    uint[][] rows;

    function grow() public {
        rows.push();
        rows[rows.length - 1].push(3);
        assert(rows[rows.length - 1].length == 1);
        assert(rows[rows.length - 1][0] == 3);
    }
}
// ----
// 9:9 bounds: safe
// 9:14 underflow: safe
// 10:9 assertion: safe
// 10:16 bounds: safe
// 10:21 underflow: safe
// 11:9 assertion: safe
// 11:16 bounds: safe
// 11:21 underflow: safe
