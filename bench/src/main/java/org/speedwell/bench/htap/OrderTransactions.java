package org.speedwell.bench.htap;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.speedwell.schema.ChBenchmark;

/** The transactions about orders: new order, delivery and stock level. */
final class OrderTransactions {
    private static final int LOWEST_STOCK = 10;
    private static final int NEW_STOCK = 91;

    private OrderTransactions() {}

    /** A line of a new order. */
    private record Line(int item, int supplier, int quantity) {}

    private record District(int nextOrder, BigDecimal tax) {}

    private record Stock(int quantity, String info) {}

    /** Enters an order of 5 to 15 lines. One order in a hundred names an item that does not exist, and rolls back. */
    static boolean newOrder(Terminal terminal) throws SQLException {
        TpccRandom random = terminal.random();
        Session session = terminal.session();
        int warehouse = terminal.warehouse();
        int district = random.district();
        int customer = random.customer();
        List<Line> lines = lines(terminal);
        boolean isInvalid = random.chance(1);
        boolean isLocal = lines.stream().allMatch(line -> line.supplier == warehouse);

        BigDecimal discount = session.row(
                row -> row.decimal(1),
                "SELECT c_discount, c_last, c_credit, w_tax FROM customer JOIN warehouse ON w_id = c_w_id"
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                warehouse,
                district,
                customer);
        District place = session.row(
                row -> new District(row.number(1), row.decimal(2)),
                "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
                warehouse,
                district);
        session.update(
                "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?", warehouse, district);
        session.update(
                "INSERT INTO orders VALUES (?, ?, ?, ?, ?, NULL, ?, ?)",
                warehouse,
                district,
                place.nextOrder,
                customer,
                terminal.now(),
                lines.size(),
                isLocal ? 1 : 0);
        session.update("INSERT INTO new_order VALUES (?, ?, ?)", warehouse, district, place.nextOrder);
        for (int number = 1; number <= lines.size(); number++) {
            boolean isMissing = isInvalid && number == lines.size();
            if (!addLine(terminal, lines.get(number - 1), isMissing, number, district, place, discount)) {
                return false;
            }
        }
        terminal.ordered(district, place.nextOrder);
        return true;
    }

    private static List<Line> lines(Terminal terminal) {
        TpccRandom random = terminal.random();
        int count = random.between(5, 15);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int supplier = random.chance(1) ? random.otherWarehouse(terminal.warehouse()) : terminal.warehouse();
            lines.add(new Line(random.item(), supplier, random.between(1, 10)));
        }
        // All terminals lock stocks in the same order, and so do not block each other for good.
        lines.sort(Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
        return lines;
    }

    /** Adds a line. Returns false if there is no such item. */
    private static boolean addLine(
            Terminal terminal,
            Line line,
            boolean isMissing,
            int number,
            int district,
            District place,
            BigDecimal discount)
            throws SQLException {
        Session session = terminal.session();
        List<BigDecimal> prices = session.rows(
                row -> row.decimal(1),
                "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?",
                isMissing ? Integer.MAX_VALUE : line.item);
        if (prices.isEmpty()) {
            return false;
        }
        Stock stock = session.row(
                row -> new Stock(row.number(1), row.text(2)),
                String.format(
                        Locale.ROOT,
                        "SELECT s_quantity, s_dist_%02d, s_data FROM stock WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE",
                        district),
                line.supplier,
                line.item);
        int rest = stock.quantity - line.quantity;
        session.update(
                "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
                        + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?",
                rest < LOWEST_STOCK ? rest + NEW_STOCK : rest,
                line.quantity,
                line.supplier == terminal.warehouse() ? 0 : 1,
                line.supplier,
                line.item);
        BigDecimal amount = prices.getFirst()
                .multiply(BigDecimal.valueOf(line.quantity))
                .multiply(BigDecimal.ONE.add(place.tax))
                .multiply(BigDecimal.ONE.subtract(discount))
                .setScale(2, RoundingMode.HALF_UP);
        session.update(
                "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)",
                terminal.warehouse(),
                district,
                place.nextOrder,
                number,
                line.item,
                line.supplier,
                line.quantity,
                amount,
                stock.info);
        return true;
    }

    /** Delivers the oldest new order of each district of the warehouse. */
    static boolean delivery(Terminal terminal) throws SQLException {
        Session session = terminal.session();
        int warehouse = terminal.warehouse();
        int carrier = terminal.random().between(1, 10);
        LocalDateTime now = terminal.now();
        for (int district = 1; district <= ChBenchmark.DISTRICTS; district++) {
            List<Integer> oldest = session.rows(
                    row -> row.number(1),
                    "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                            + " ORDER BY no_o_id LIMIT 1 FOR UPDATE",
                    warehouse,
                    district);
            if (oldest.isEmpty()) {
                continue;
            }
            int order = oldest.getFirst();
            session.update(
                    "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?",
                    warehouse,
                    district,
                    order);
            int customer = session.row(
                    row -> row.number(1),
                    "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ? FOR UPDATE",
                    warehouse,
                    district,
                    order);
            session.update(
                    "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
                    carrier,
                    warehouse,
                    district,
                    order);
            session.update(
                    "UPDATE order_line SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                    now,
                    warehouse,
                    district,
                    order);
            BigDecimal amount = session.row(
                    row -> row.decimal(1),
                    "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                    warehouse,
                    district,
                    order);
            session.update(
                    "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
                            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                    amount,
                    warehouse,
                    district,
                    customer);
        }
        return true;
    }

    /** Counts the items of the last twenty orders of a district whose stock is low. */
    static boolean stockLevel(Terminal terminal) throws SQLException {
        Session session = terminal.session();
        int warehouse = terminal.warehouse();
        int district = terminal.random().district();
        int next = session.row(
                row -> row.number(1),
                "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?",
                warehouse,
                district);
        session.row(
                row -> row.number(1),
                "SELECT COUNT(DISTINCT s_i_id) FROM order_line"
                        + " JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
                        + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?",
                warehouse,
                district,
                next - 20,
                next,
                terminal.random().between(10, 20));
        return true;
    }
}
