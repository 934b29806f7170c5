SELECT extract(YEAR FROM o_entry_d) AS entry_year,
       sum(CASE WHEN s.n_name = 'Germany' THEN ol_amount ELSE 0 END) / sum(ol_amount)
FROM item
     JOIN order_line ON ol_i_id = i_id
     JOIN stock ON s_w_id = ol_supply_w_id AND s_i_id = ol_i_id
     JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
     JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
     JOIN customer ON c_w_id = o_w_id AND c_d_id = o_d_id AND c_id = o_c_id
     JOIN nation c ON c.n_nationkey = ascii(c_state)
     JOIN region ON r_regionkey = c.n_regionkey
     JOIN nation s ON s.n_nationkey = su_nationkey
WHERE ol_i_id < 1000 AND i_data LIKE '%b' AND r_name = 'Europe'
      AND o_entry_d BETWEEN '2007-01-02 00:00:00' AND '2040-01-02 00:00:00'
GROUP BY extract(YEAR FROM o_entry_d)
ORDER BY entry_year
