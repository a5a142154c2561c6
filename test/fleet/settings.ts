/** Settings of nodes in tests that are not about limits, on machines with few processors. */
export const unlimited = `http: { trust_proxy: [127.0.0.1], lame_duck: 1s, connections_per_address: 10000, in_flight_share: { key: 1, address: 1, surface: 1 } }
limits: { per_key: { calls: 1000000, per: 1m }, per_address: { calls: 1000000, per: 1m } }
overload: { event_loop_delay: 30s }`
