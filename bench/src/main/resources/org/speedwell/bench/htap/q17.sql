SELECT coalesce(sum(ol_amount), 0) / 2.0
FROM order_line
     JOIN (SELECT i_id AS average_item, avg(ol_quantity) AS average
           FROM item
                JOIN order_line ON ol_i_id = i_id
           WHERE i_data LIKE '%b'
           GROUP BY i_id) averages ON average_item = ol_i_id
WHERE ol_quantity < average
