SELECT coalesce(sum(l_extendedprice), 0) / 7.0
FROM lineitem
     JOIN part ON p_partkey = l_partkey
WHERE p_brand = 'Brand#23' AND p_container = 'MED BOX'
      AND l_quantity < (SELECT 0.2 * avg(other.l_quantity) FROM lineitem other WHERE other.l_partkey = p_partkey)
