SELECT s_i_id, sum(s_order_cnt) AS orders
FROM stock
     JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
     JOIN nation ON n_nationkey = su_nationkey
WHERE n_name = 'Germany'
GROUP BY s_i_id
HAVING sum(s_order_cnt) > (SELECT sum(s_order_cnt) * 0.005
                           FROM stock
                                JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
                                JOIN nation ON n_nationkey = su_nationkey
                           WHERE n_name = 'Germany')
ORDER BY orders DESC, s_i_id
