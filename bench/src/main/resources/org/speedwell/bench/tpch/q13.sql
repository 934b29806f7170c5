SELECT orders_made, count(*) AS customers
FROM (SELECT c_custkey, count(o_orderkey) AS orders_made
      FROM customer
           LEFT JOIN orders ON o_custkey = c_custkey AND o_comment NOT LIKE '%special%requests%'
      GROUP BY c_custkey) made
GROUP BY orders_made
ORDER BY customers DESC, orders_made DESC
