package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.year;

import com.speedment.runtime.compute.ToInt;
import java.util.function.Predicate;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Order;

/** What several queries compute of a row. */
final class Measures {
    private Measures() {}

    /** The price of a line item that is paid before tax. */
    static final Decimal<LineItem> REVENUE =
            decimal(LineItem.EXTENDED_PRICE).multiply(decimal(1).minus(LineItem.DISCOUNT));

    /** Whether a line item was received after the day that was promised. */
    static final Predicate<LineItem> LATE = item -> item.getReceiptDate().after(item.getCommitDate());

    static final ToInt<Order> ORDER_YEAR = year(Order.ORDER_DATE);
}
