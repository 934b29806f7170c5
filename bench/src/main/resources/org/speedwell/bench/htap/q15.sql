WITH revenue AS (SELECT mod(s_w_id * s_i_id, 10000) AS supplier_key, sum(ol_amount) AS total
                 FROM order_line
                      JOIN stock ON s_w_id = ol_supply_w_id AND s_i_id = ol_i_id
                 WHERE ol_delivery_d >= '2007-01-02 00:00:00'
                 GROUP BY mod(s_w_id * s_i_id, 10000))
SELECT su_suppkey, su_name, su_address, su_phone, total
FROM supplier
     JOIN revenue ON supplier_key = su_suppkey
WHERE total = (SELECT max(total) FROM revenue)
ORDER BY su_suppkey
