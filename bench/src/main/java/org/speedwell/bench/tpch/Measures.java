package org.speedwell.bench.tpch;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToInt;
import java.math.BigDecimal;
import java.util.function.Predicate;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Order;

/** What several queries compute of a row. */
final class Measures {
    private Measures() {}

    /** The price of a line item that is paid before tax. */
    static final ToBigDecimal<LineItem> REVENUE =
            item -> item.getExtendedPrice().multiply(BigDecimal.ONE.subtract(item.getDiscount()));

    /** Whether a line item was received after the day that was promised. */
    static final Predicate<LineItem> LATE = item -> item.getReceiptDate().after(item.getCommitDate());

    static final ToInt<Order> ORDER_YEAR =
            order -> order.getOrderDate().toLocalDate().getYear();
}
