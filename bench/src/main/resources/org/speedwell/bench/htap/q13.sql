SELECT made, count(*) AS customers
FROM (SELECT c_id, count(o_id) AS made
      FROM customer
           LEFT JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id AND o_carrier_id > 8
      GROUP BY c_id) orders_of_customer
GROUP BY made
ORDER BY customers DESC, made DESC
