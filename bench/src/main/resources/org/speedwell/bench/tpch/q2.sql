SELECT s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
FROM part
     JOIN partsupp ON ps_partkey = p_partkey
     JOIN supplier ON s_suppkey = ps_suppkey
     JOIN nation ON n_nationkey = s_nationkey
     JOIN region ON r_regionkey = n_regionkey
WHERE p_size = 15 AND p_type LIKE '%BRASS' AND r_name = 'EUROPE'
      AND ps_supplycost = (SELECT min(other.ps_supplycost)
                           FROM partsupp other
                                JOIN supplier ON s_suppkey = other.ps_suppkey
                                JOIN nation ON n_nationkey = s_nationkey
                                JOIN region ON r_regionkey = n_regionkey
                           WHERE other.ps_partkey = p_partkey AND r_name = 'EUROPE')
ORDER BY s_acctbal DESC, n_name, s_name, p_partkey
LIMIT 100
