SELECT ol_number, sum(ol_quantity), sum(ol_amount), avg(ol_quantity), avg(ol_amount), count(*)
FROM order_line
WHERE ol_delivery_d > '2007-01-02 00:00:00'
GROUP BY ol_number
ORDER BY ol_number
