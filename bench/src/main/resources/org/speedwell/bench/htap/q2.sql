SELECT su_suppkey, su_name, n_name, i_id, i_name, su_address, su_phone, su_comment
FROM item
     JOIN stock ON s_i_id = i_id
     JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
     JOIN nation ON n_nationkey = su_nationkey
     JOIN region ON r_regionkey = n_regionkey
     JOIN (SELECT s_i_id AS lowest_item, min(s_quantity) AS lowest_quantity
           FROM stock
                JOIN supplier ON su_suppkey = mod(s_w_id * s_i_id, 10000)
                JOIN nation ON n_nationkey = su_nationkey
                JOIN region ON r_regionkey = n_regionkey
           WHERE r_name LIKE 'Europ%'
           GROUP BY s_i_id) lowest ON lowest_item = i_id
WHERE i_data LIKE '%b' AND r_name LIKE 'Europ%' AND s_quantity = lowest_quantity
ORDER BY n_name, su_name, i_id
