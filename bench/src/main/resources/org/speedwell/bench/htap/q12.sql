SELECT o_ol_cnt,
       sum(CASE WHEN o_carrier_id = 1 OR o_carrier_id = 2 THEN 1 ELSE 0 END),
       sum(CASE WHEN o_carrier_id <> 1 AND o_carrier_id <> 2 THEN 1 ELSE 0 END)
FROM orders
     JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE o_entry_d <= ol_delivery_d AND ol_delivery_d < '2040-01-02 00:00:00'
GROUP BY o_ol_cnt
ORDER BY o_ol_cnt
