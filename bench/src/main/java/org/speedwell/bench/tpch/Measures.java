package org.speedwell.bench.tpch;

import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.year;

import com.speedment.runtime.compute.ToInt;
import java.util.function.Predicate;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.Order;

/** Functions of a row that several queries use. */
final class Measures {
    private Measures() {}

    /** The discounted price of a line item before tax. */
    static final Decimal<LineItem> REVENUE =
            decimal(LineItem.EXTENDED_PRICE).multiply(decimal(1).minus(LineItem.DISCOUNT));

    /** A predicate that accepts a line item if the customer received it after the promised day. */
    static final Predicate<LineItem> LATE = item -> item.getReceiptDate().after(item.getCommitDate());

    static final ToInt<Order> ORDER_YEAR = year(Order.ORDER_DATE);
}
