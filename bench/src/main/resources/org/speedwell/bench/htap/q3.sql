SELECT ol_o_id, ol_w_id, ol_d_id, o_entry_d, sum(ol_amount) AS revenue
FROM customer
     JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
     JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
     JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE c_state LIKE 'A%' AND o_entry_d > '2007-01-02 00:00:00'
GROUP BY ol_o_id, ol_w_id, ol_d_id, o_entry_d
ORDER BY revenue DESC, o_entry_d, ol_o_id, ol_w_id, ol_d_id
