SELECT su_name, su_address
FROM supplier
     JOIN nation ON n_nationkey = su_nationkey
WHERE n_name = 'Germany'
      AND su_suppkey IN (SELECT mod(s_w_id * s_i_id, 10000)
                         FROM stock
                              JOIN order_line ON ol_i_id = s_i_id
                         WHERE s_i_id IN (SELECT i_id FROM item WHERE i_data LIKE 'co%')
                               AND ol_delivery_d > '2010-05-23 12:00:00'
                         GROUP BY s_i_id, s_w_id, s_quantity
                         HAVING 2 * s_quantity > sum(ol_quantity))
ORDER BY su_name
