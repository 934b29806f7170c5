SELECT coalesce(sum(ol_amount), 0)
FROM order_line
     JOIN item ON i_id = ol_i_id
WHERE i_data LIKE '%a' AND ol_quantity BETWEEN 1 AND 10 AND i_price BETWEEN 1 AND 400000 AND ol_w_id IN (1, 2, 3)
      OR i_data LIKE '%b' AND ol_quantity BETWEEN 1 AND 10 AND i_price BETWEEN 1 AND 400000 AND ol_w_id IN (1, 2, 4)
      OR i_data LIKE '%c' AND ol_quantity BETWEEN 1 AND 10 AND i_price BETWEEN 1 AND 400000 AND ol_w_id IN (1, 5, 3)
