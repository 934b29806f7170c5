SELECT extract(YEAR FROM o_orderdate),
       sum(CASE WHEN s.n_name = 'BRAZIL' THEN l_extendedprice * (1 - l_discount) ELSE 0 END)
       / sum(l_extendedprice * (1 - l_discount))
FROM part
     JOIN lineitem ON l_partkey = p_partkey
     JOIN supplier ON s_suppkey = l_suppkey
     JOIN orders ON o_orderkey = l_orderkey
     JOIN customer ON c_custkey = o_custkey
     JOIN nation c ON c.n_nationkey = c_nationkey
     JOIN region ON r_regionkey = c.n_regionkey
     JOIN nation s ON s.n_nationkey = s_nationkey
WHERE r_name = 'AMERICA' AND p_type = 'ECONOMY ANODIZED STEEL'
      AND o_orderdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31'
GROUP BY extract(YEAR FROM o_orderdate)
ORDER BY 1
