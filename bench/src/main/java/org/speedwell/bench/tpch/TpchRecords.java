package org.speedwell.bench.tpch;

import jakarta.persistence.Column;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** The tables of TPC-H as records. A foreign key is a component with the row that it names. */
final class TpchRecords {
    private TpchRecords() {}

    /** Returns the records of all tables. */
    static List<Class<?>> all() {
        return List.of(
                Region.class,
                Nation.class,
                Supplier.class,
                Part.class,
                PartSupplier.class,
                Customer.class,
                Order.class,
                LineItem.class);
    }

    record Region(
            @Column(name = "r_regionkey") int regionKey,
            @Column(name = "r_name") String name,
            @Column(name = "r_comment") String comment) {}

    record Nation(
            @Column(name = "n_nationkey") int nationKey,
            @Column(name = "n_name") String name,
            @ManyToOne @JoinColumn(name = "n_regionkey") Region region,
            @Column(name = "n_comment") String comment) {}

    record Supplier(
            @Column(name = "s_suppkey") int supplierKey,
            @Column(name = "s_name") String name,
            @Column(name = "s_address") String address,
            @ManyToOne @JoinColumn(name = "s_nationkey") Nation nation,
            @Column(name = "s_phone") String phone,
            @Column(name = "s_acctbal") BigDecimal accountBalance,
            @Column(name = "s_comment") String comment) {}

    record Part(
            @Column(name = "p_partkey") int partKey,
            @Column(name = "p_name") String name,
            @Column(name = "p_mfgr") String manufacturer,
            @Column(name = "p_brand") String brand,
            @Column(name = "p_type") String type,
            @Column(name = "p_size") int size,
            @Column(name = "p_container") String container,
            @Column(name = "p_retailprice") BigDecimal retailPrice,
            @Column(name = "p_comment") String comment) {}

    @Table(name = "partsupp")
    record PartSupplier(
            @ManyToOne @JoinColumn(name = "ps_partkey") Part part,
            @ManyToOne @JoinColumn(name = "ps_suppkey") Supplier supplier,
            @Column(name = "ps_availqty") int availableQuantity,
            @Column(name = "ps_supplycost") BigDecimal supplyCost,
            @Column(name = "ps_comment") String comment) {

        /** Returns the value of the stock. */
        public BigDecimal stockValue() {
            return supplyCost.multiply(BigDecimal.valueOf(availableQuantity));
        }
    }

    record Customer(
            @Column(name = "c_custkey") int customerKey,
            @Column(name = "c_name") String name,
            @Column(name = "c_address") String address,
            @ManyToOne @JoinColumn(name = "c_nationkey") Nation nation,
            @Column(name = "c_phone") String phone,
            @Column(name = "c_acctbal") BigDecimal accountBalance,
            @Column(name = "c_mktsegment") String marketSegment,
            @Column(name = "c_comment") String comment) {

        /** Returns whether the telephone number belongs to one of seven countries. */
        public boolean isOfSomeCountries() {
            return phone.startsWith("13")
                    || phone.startsWith("31")
                    || phone.startsWith("23")
                    || phone.startsWith("29")
                    || phone.startsWith("30")
                    || phone.startsWith("18")
                    || phone.startsWith("17");
        }
    }

    @Table(name = "orders")
    record Order(
            @Column(name = "o_orderkey") int orderKey,
            @ManyToOne @JoinColumn(name = "o_custkey") Customer customer,
            @Column(name = "o_orderstatus") String status,
            @Column(name = "o_totalprice") BigDecimal totalPrice,
            @Column(name = "o_orderdate") LocalDate orderDate,
            @Column(name = "o_orderpriority") String priority,
            @Column(name = "o_clerk") String clerk,
            @Column(name = "o_shippriority") int shipPriority,
            @Column(name = "o_comment") String comment) {

        /** Returns whether the order has one of the two highest priorities. */
        public boolean isUrgent() {
            return priority.equals("1-URGENT") || priority.equals("2-HIGH");
        }

        /** Returns whether the order is from a period, the last day of which is excluded. */
        public boolean isFrom(LocalDate first, LocalDate end) {
            return !orderDate.isBefore(first) && orderDate.isBefore(end);
        }
    }

    record LineItem(
            @ManyToOne @JoinColumn(name = "l_orderkey") Order order,
            @Column(name = "l_linenumber") int lineNumber,
            @ManyToOne @JoinColumn(name = "l_partkey") Part part,
            @ManyToOne @JoinColumn(name = "l_suppkey") Supplier supplier,

            @ManyToOne @JoinColumn(name = "l_partkey") @JoinColumn(name = "l_suppkey")
            PartSupplier supply,

            @Column(name = "l_quantity") BigDecimal quantity,
            @Column(name = "l_extendedprice") BigDecimal extendedPrice,
            @Column(name = "l_discount") BigDecimal discount,
            @Column(name = "l_tax") BigDecimal tax,
            @Column(name = "l_returnflag") String returnFlag,
            @Column(name = "l_linestatus") String lineStatus,
            @Column(name = "l_shipdate") LocalDate shipDate,
            @Column(name = "l_commitdate") LocalDate commitDate,
            @Column(name = "l_receiptdate") LocalDate receiptDate,
            @Column(name = "l_shipinstruct") String shipInstructions,
            @Column(name = "l_shipmode") String shipMode,
            @Column(name = "l_comment") String comment) {

        /** Returns the discounted price before tax. */
        public BigDecimal revenue() {
            return extendedPrice.multiply(BigDecimal.ONE.subtract(discount));
        }

        /** Returns whether the customer received the item after the promised day. */
        public boolean isLate() {
            return receiptDate.isAfter(commitDate);
        }

        /** Returns whether the item was shipped in a period, the last day of which is excluded. */
        public boolean isShipped(LocalDate first, LocalDate end) {
            return !shipDate.isBefore(first) && shipDate.isBefore(end);
        }

        /** Returns whether the part has a brand, a container and at most a size, and the quantity is in a range. */
        public boolean isPacked(String brand, Set<String> containers, int size, BigDecimal least, BigDecimal most) {
            return part.brand().equals(brand)
                    && containers.contains(part.container())
                    && part.size() >= 1
                    && part.size() <= size
                    && quantity.compareTo(least) >= 0
                    && quantity.compareTo(most) <= 0;
        }
    }
}
