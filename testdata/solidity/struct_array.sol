// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Orders {
    struct Order {
        uint price;
        bool open;
    }
    Order[] orders;

    function place(uint price) public {
        require(price > 0);
        orders.push(Order(price, true));
        assert(orders[orders.length - 1].open);
        assert(orders[orders.length - 1].price > 0);
    }

    function close(uint i) public {
        require(i < orders.length);
        orders[i].open = false;
        assert(!orders[i].open);
    }
}
// ----
// 14:9 assertion: safe
// 14:16 bounds: safe
// 14:23 underflow: safe
// 15:9 assertion: safe
// 15:16 bounds: safe
// 15:23 underflow: safe
// 20:9 bounds: safe
// 21:9 assertion: safe
// 21:17 bounds: safe
