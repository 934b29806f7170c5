SELECT su_nationkey AS supplier_nation, substring(c_state, 1, 1) AS customer_nation,
       extract(YEAR FROM o_entry_d) AS entry_year, sum(ol_amount)
FROM order_line
     JOIN stock ON s_w_id = ol_supply_w_id AND s_i_id = ol_i_id
     JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
     JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
     JOIN customer ON c_w_id = o_w_id AND c_d_id = o_d_id AND c_id = o_c_id
     JOIN nation s ON s.n_nationkey = su_nationkey
     JOIN nation c ON c.n_nationkey = ascii(c_state)
WHERE (s.n_name = 'Germany' AND c.n_name = 'Cambodia' OR s.n_name = 'Cambodia' AND c.n_name = 'Germany')
      AND ol_delivery_d BETWEEN '2007-01-02 00:00:00' AND '2040-01-02 00:00:00'
GROUP BY su_nationkey, substring(c_state, 1, 1), extract(YEAR FROM o_entry_d)
ORDER BY supplier_nation, customer_nation, entry_year
