SELECT s.n_name, c.n_name, extract(YEAR FROM l_shipdate), sum(l_extendedprice * (1 - l_discount))
FROM supplier
     JOIN lineitem ON l_suppkey = s_suppkey
     JOIN orders ON o_orderkey = l_orderkey
     JOIN customer ON c_custkey = o_custkey
     JOIN nation s ON s.n_nationkey = s_nationkey
     JOIN nation c ON c.n_nationkey = c_nationkey
WHERE (s.n_name = 'FRANCE' AND c.n_name = 'GERMANY' OR s.n_name = 'GERMANY' AND c.n_name = 'FRANCE')
      AND l_shipdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31'
GROUP BY s.n_name, c.n_name, extract(YEAR FROM l_shipdate)
ORDER BY 1, 2, 3
