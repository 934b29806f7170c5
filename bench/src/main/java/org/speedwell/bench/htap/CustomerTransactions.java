package org.speedwell.bench.htap;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;

/** The transactions about a customer: payment and order status. */
final class CustomerTransactions {
    private static final int DATA_LENGTH = 500;

    private CustomerTransactions() {}

    /** Enters a payment of a customer, who may belong to another warehouse. Updates warehouse, district and customer. */
    static boolean payment(Terminal terminal) throws SQLException {
        TpccRandom random = terminal.random();
        Session session = terminal.session();
        int warehouse = terminal.warehouse();
        int district = random.district();
        boolean isLocal = random.chance(85);
        int customerWarehouse = isLocal ? warehouse : random.otherWarehouse(warehouse);
        int customerDistrict = isLocal ? district : random.district();
        BigDecimal amount = BigDecimal.valueOf(random.between(100, 500_000), 2);

        session.update("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
        String warehouseName =
                session.row(row -> row.text(1), "SELECT w_name FROM warehouse WHERE w_id = ?", warehouse);
        session.update(
                "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?", amount, warehouse, district);
        String districtName = session.row(
                row -> row.text(1), "SELECT d_name FROM district WHERE d_w_id = ? AND d_id = ?", warehouse, district);
        int customer = customer(terminal, customerWarehouse, customerDistrict);
        boolean isBadCredit = session.row(
                row -> row.text(1).equals("BC"),
                "SELECT c_credit FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
                customerWarehouse,
                customerDistrict,
                customer);
        session.update(
                "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                        + " c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                amount,
                amount,
                customerWarehouse,
                customerDistrict,
                customer);
        if (isBadCredit) {
            session.update(
                    "UPDATE customer SET c_data = LEFT(CONCAT(?, c_data), " + DATA_LENGTH
                            + ") WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                    customer + " " + customerDistrict + " " + customerWarehouse + " " + district + " " + warehouse + " "
                            + amount + " ",
                    customerWarehouse,
                    customerDistrict,
                    customer);
        }
        session.update(
                "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                customer,
                customerDistrict,
                customerWarehouse,
                district,
                warehouse,
                terminal.now(),
                amount,
                warehouseName + "    " + districtName);
        return true;
    }

    /** Returns a customer by key, or in six of ten cases the middle one of those with a last name. */
    private static int customer(Terminal terminal, int warehouse, int district) throws SQLException {
        TpccRandom random = terminal.random();
        if (random.chance(40)) {
            return random.customer();
        }
        List<Integer> sameName = terminal.session()
                .rows(
                        row -> row.number(1),
                        "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first",
                        warehouse,
                        district,
                        random.lastName());
        return sameName.get((sameName.size() - 1) / 2);
    }

    /** Reads the last order of a customer with its lines. */
    static boolean orderStatus(Terminal terminal) throws SQLException {
        Session session = terminal.session();
        int warehouse = terminal.warehouse();
        int district = terminal.random().district();
        int customer = customer(terminal, warehouse, district);
        session.row(
                row -> row.decimal(1),
                "SELECT c_balance, c_first, c_middle, c_last FROM customer"
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                warehouse,
                district,
                customer);
        List<Integer> last = session.rows(
                row -> row.number(1),
                "SELECT o_id, o_entry_d, o_carrier_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?"
                        + " ORDER BY o_id DESC LIMIT 1",
                warehouse,
                district,
                customer);
        for (int order : last) {
            session.rows(
                    row -> row.number(1),
                    "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
                            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                    warehouse,
                    district,
                    order);
        }
        return true;
    }
}
