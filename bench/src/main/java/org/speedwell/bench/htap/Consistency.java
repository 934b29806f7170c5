package org.speedwell.bench.htap;

import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.util.Map;
import org.speedwell.chbench.District;
import org.speedwell.chbench.Order;
import org.speedwell.chbench.Warehouse;

/**
 * Consistency conditions of TPC-C, over one version in memory. They hold after each whole transaction, so a version with
 * a part of a transaction breaks one.
 */
final class Consistency {
    private Consistency() {}

    /**
     * Checks the newest version.
     *
     * @throws IllegalStateException if a condition does not hold
     */
    static void check(Speedment app) {
        ChTables tables = ChTables.ofNewestVersion(app);
        Map<Integer, BigDecimal> districts =
                tables.districts().collect(groupingBy(District.WAREHOUSE_ID, summingDecimal(District.YTD)));
        Map<Integer, BigDecimal> warehouses =
                tables.warehouses().collect(groupingBy(Warehouse.ID, summingDecimal(Warehouse.YTD)));
        require(districts.equals(warehouses), "the sales of warehouses and of their districts differ");

        long entered = tables.districts()
                .mapToLong(district -> district.getNextOrderId() - 1L)
                .sum();
        require(entered == tables.orders().count(), "districts have not counted their orders");

        long lines = tables.orders().mapToLong(Order.LINE_COUNT.asLong()).sum();
        require(lines == tables.lines().count(), "orders have not counted their lines");

        long open = tables.orders().filter(Order.CARRIER_ID.isNull()).count();
        require(open == tables.newOrders().count(), "orders without carrier are not the new orders");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("A version has a part of a transaction: " + otherwise + ".");
        }
    }
}
