SELECT n_name, extract(YEAR FROM o_orderdate),
       sum(l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity)
FROM part
     JOIN lineitem ON l_partkey = p_partkey
     JOIN supplier ON s_suppkey = l_suppkey
     JOIN partsupp ON ps_partkey = l_partkey AND ps_suppkey = l_suppkey
     JOIN orders ON o_orderkey = l_orderkey
     JOIN nation ON n_nationkey = s_nationkey
WHERE p_name LIKE '%green%'
GROUP BY n_name, extract(YEAR FROM o_orderdate)
ORDER BY 1, 2 DESC
