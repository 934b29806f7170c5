SELECT o_w_id, o_d_id, o_id, c_id, c_last, o_entry_d, o_ol_cnt, sum(ol_amount) AS revenue
FROM customer
     JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
     JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
GROUP BY o_w_id, o_d_id, o_id, c_id, c_last, o_entry_d, o_ol_cnt
HAVING sum(ol_amount) > 200
ORDER BY revenue DESC, o_entry_d, o_w_id, o_d_id, o_id
