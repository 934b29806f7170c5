SELECT su_name, count(*) AS waiting
FROM supplier
     JOIN stock ON mod(s_w_id * s_i_id, 10000) = su_suppkey
     JOIN order_line l ON l.ol_w_id = s_w_id AND l.ol_i_id = s_i_id
     JOIN orders ON o_w_id = l.ol_w_id AND o_d_id = l.ol_d_id AND o_id = l.ol_o_id
     JOIN nation ON n_nationkey = su_nationkey
WHERE n_name = 'Germany' AND l.ol_delivery_d > o_entry_d
      AND NOT EXISTS (SELECT * FROM order_line later
                      WHERE later.ol_w_id = l.ol_w_id AND later.ol_d_id = l.ol_d_id AND later.ol_o_id = l.ol_o_id
                            AND later.ol_delivery_d > l.ol_delivery_d)
GROUP BY su_name
ORDER BY waiting DESC, su_name
