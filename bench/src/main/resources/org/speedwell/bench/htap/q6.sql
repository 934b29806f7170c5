SELECT sum(ol_amount)
FROM order_line
WHERE ol_delivery_d >= '2007-01-02 00:00:00' AND ol_delivery_d < '2040-01-02 00:00:00'
      AND ol_quantity BETWEEN 1 AND 100000
