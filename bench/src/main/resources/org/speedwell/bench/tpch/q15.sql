WITH revenue AS (SELECT l_suppkey AS supplier, sum(l_extendedprice * (1 - l_discount)) AS total
                 FROM lineitem
                 WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-04-01'
                 GROUP BY l_suppkey)
SELECT s_suppkey, s_name, s_address, s_phone, total
FROM supplier
     JOIN revenue ON supplier = s_suppkey
WHERE total = (SELECT max(total) FROM revenue)
ORDER BY s_suppkey
