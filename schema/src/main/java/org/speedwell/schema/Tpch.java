package org.speedwell.schema;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * The rows of TPC-H at any scale factor, as its own generator makes them: the library {@code io.trino.tpch:tpch}, which
 * whoever uses this class brings along. At scale factor 1 there are 1.5 million orders and 6 million line items.
 *
 * <p>Rows are the same at every run. Immutable; any thread may write them.
 *
 * {@snippet :
 * Tpch.scale(0.1).load(database, Progress.console());
 * }
 */
public final class Tpch {

    /** The schema that the Speedment model names. */
    public static final String SCHEMA = "tpch";

    /** The highest scale factor: keys of orders are INT, and of four only one is used. */
    public static final double MAX_SCALE = 300;

    private static final String FIRST_TABLE = "region";

    private static final long PARTS = 200_000;
    private static final long SUPPLIERS = 10_000;
    private static final int SUPPLIERS_OF_PART = 4;

    private final double scale;
    private final List<Rows<?>> tables;

    /**
     * A table's rows, and how one is written.
     *
     * @param count how many there are, or about
     */
    private record Rows<E extends TpchEntity>(String table, long count, Iterable<E> rows, Line<E> line) {
        void writeTo(RowWriter to, Progress.Task task) throws SQLException {
            for (E row : rows) {
                line.write(row, to.row());
                to.endRow();
                task.advance(1);
            }
        }
    }

    /** Writes the values of a row. */
    @FunctionalInterface
    private interface Line<E> {
        void write(E row, RowWriter to) throws SQLException;
    }

    private Tpch(double scale) {
        if (!(scale > 0 && scale <= MAX_SCALE)) {
            throw new IllegalArgumentException(
                    "The scale factor is above 0 and at most " + MAX_SCALE + ", not " + scale);
        }
        if (!isWell(scaled(SUPPLIERS, scale))) {
            throw new IllegalArgumentException(
                    "At the scale factor " + scale + " the generator names a supplier of a part"
                            + " twice, which the key of partsupp forbids. Take 0.01, 0.02, or any from 0.03 on.");
        }
        this.scale = scale;
        tables = List.of(
                rows(
                        "region",
                        5,
                        TpchTable.REGION,
                        (region, to) -> to.number(region.regionKey())
                                .text(region.name())
                                .text(region.comment())),
                rows(
                        "nation",
                        25,
                        TpchTable.NATION,
                        (nation, to) -> to.number(nation.nationKey())
                                .text(nation.name())
                                .number(nation.regionKey())
                                .text(nation.comment())),
                rows(
                        "part",
                        scaled(PARTS),
                        TpchTable.PART,
                        (part, to) -> to.number(part.partKey())
                                .text(part.name())
                                .text(part.manufacturer())
                                .text(part.brand())
                                .text(part.type())
                                .number(part.size())
                                .text(part.container())
                                .cents(part.retailPriceInCents())
                                .text(part.comment())),
                rows(
                        "supplier",
                        scaled(SUPPLIERS),
                        TpchTable.SUPPLIER,
                        (supplier, to) -> to.number(supplier.supplierKey())
                                .text(supplier.name())
                                .text(supplier.address())
                                .number(supplier.nationKey())
                                .text(supplier.phone())
                                .cents(supplier.accountBalanceInCents())
                                .text(supplier.comment())),
                rows(
                        "partsupp",
                        scaled(PARTS * SUPPLIERS_OF_PART),
                        TpchTable.PART_SUPPLIER,
                        (supply, to) -> to.number(supply.partKey())
                                .number(supply.supplierKey())
                                .number(supply.availableQuantity())
                                .cents(supply.supplyCostInCents())
                                .text(supply.comment())),
                rows(
                        "customer",
                        scaled(150_000),
                        TpchTable.CUSTOMER,
                        (customer, to) -> to.number(customer.customerKey())
                                .text(customer.name())
                                .text(customer.address())
                                .number(customer.nationKey())
                                .text(customer.phone())
                                .cents(customer.accountBalanceInCents())
                                .text(customer.marketSegment())
                                .text(customer.comment())),
                rows(
                        "orders",
                        scaled(1_500_000),
                        TpchTable.ORDERS,
                        (order, to) -> to.number(order.orderKey())
                                .number(order.customerKey())
                                .text(String.valueOf(order.orderStatus()))
                                .cents(order.totalPriceInCents())
                                .date(LocalDate.ofEpochDay(order.orderDate()))
                                .text(order.orderPriority())
                                .text(order.clerk())
                                .number(order.shipPriority())
                                .text(order.comment())),
                rows(
                        "lineitem",
                        scaled(6_001_215),
                        TpchTable.LINE_ITEM,
                        (item, to) -> to.number(item.orderKey())
                                .number(item.partKey())
                                .number(item.supplierKey())
                                .number(item.lineNumber())
                                .cents(item.quantity() * 100)
                                .cents(item.extendedPriceInCents())
                                .cents(item.discountPercent())
                                .cents(item.taxPercent())
                                .text(item.returnFlag())
                                .text(item.status())
                                .date(LocalDate.ofEpochDay(item.shipDate()))
                                .date(LocalDate.ofEpochDay(item.commitDate()))
                                .date(LocalDate.ofEpochDay(item.receiptDate()))
                                .text(item.shipInstructions())
                                .text(item.shipMode())
                                .text(item.comment())));
    }

    /**
     * Whether the four suppliers of each part are different. The generator takes each so many suppliers behind the one
     * before: a quarter of them, and one more with each round of parts.
     */
    private static boolean isWell(long suppliers) {
        for (long round = 0; round <= PARTS / SUPPLIERS; round++) {
            for (int further = 1; further < SUPPLIERS_OF_PART; further++) {
                if (suppliers == 0 || further * (suppliers / SUPPLIERS_OF_PART + round) % suppliers == 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private <E extends TpchEntity> Rows<E> rows(String table, long count, TpchTable<E> source, Line<E> line) {
        return new Rows<>(table, count, source.createGenerator(scale, 1, 1), line);
    }

    private long scaled(long rows) {
        return scaled(rows, scale);
    }

    private static long scaled(long rows, double scale) {
        return (long) (rows * scale);
    }

    /**
     * The rows of a scale factor.
     *
     * @param scale 0.01 or more, at most {@link #MAX_SCALE}
     * @throws IllegalArgumentException if it is not, or if the generator makes the same key twice, as at some below 0.03
     */
    public static Tpch scale(double scale) {
        return new Tpch(scale);
    }

    /** The names of the tables, those that are referred to before those that refer to them. */
    public List<String> tables() {
        return tables.stream().map(Rows::table).toList();
    }

    /** Writes all rows of a table, with no database. */
    public void write(String table, RowWriter to, Progress progress) throws SQLException {
        Rows<?> rows = tables.stream()
                .filter(candidate -> candidate.table().equals(table))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("TPC-H has no table " + table));
        try (Progress.Task task = SchemaLoad.inSteps(progress.start(table, rows.count()))) {
            rows.writeTo(to, task);
        }
    }

    /** Makes and fills {@link #SCHEMA}; otherwise as {@link #load(Database, String, Progress)}. */
    public void load(Database database, Progress progress) throws SQLException {
        load(database, SCHEMA, progress);
    }

    /**
     * Makes and fills a schema, in place of an older one of ours. Rows are streamed; no table is ever in memory.
     *
     * @throws DatabaseException if there is a schema of that name with tables that we did not make
     * @throws SQLException if the server refuses; the schema is then known as not loaded
     */
    public void load(Database database, String schema, Progress progress) throws SQLException {
        SchemaLoad load = new SchemaLoad(new Schema(schema, FIRST_TABLE), Script.statements("tpch.sql"), content());
        load.run(
                database,
                tables.stream()
                        .map(rows -> new SchemaLoad.TableRows(rows.table(), rows.count(), rows::writeTo))
                        .toList(),
                progress);
    }

    /**
     * Loads the schema unless it is loaded already.
     *
     * @return whether there was something to do
     * @throws DatabaseException as {@link #load(Database, String, Progress)} does
     * @throws SQLException as {@link #load(Database, String, Progress)} does
     */
    public boolean loadIfAbsent(Database database, String schema, Progress progress) throws SQLException {
        try (Connection connection = database.connect()) {
            if (isLoaded(connection, schema)) {
                return false;
            }
        }
        load(database, schema, progress);
        return true;
    }

    /** Whether a schema holds all of this, loaded to the end. Costs one look-up. */
    public boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, content());
    }

    private String content() {
        return "TPC-H, scale factor " + scale + ", format 1";
    }
}
