package org.speedwell.schema;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * A generator of TPC-H rows at any scale factor. It uses the library {@code io.trino.tpch:tpch}, which the application
 * must add to its class path. Scale factor 1 has 1.5 million orders and 6 million line items.
 *
 * <p>The rows are the same in every run. Immutable and thread-safe.
 * {@snippet :
 * Tpch.scale(0.1).load(database, Progress.console());
 * }
 */
public final class Tpch {

    /** The name of the schema in the Speedment model. */
    public static final String SCHEMA = "tpch";

    /** The largest scale factor. Keys of orders are INT, and the generator uses only a quarter of them. */
    public static final double MAX_SCALE = 300;

    private static final String FIRST_TABLE = "region";

    private static final long PARTS = 200_000;
    private static final long SUPPLIERS = 10_000;
    private static final int SUPPLIERS_OF_PART = 4;

    private final double scale;
    private final List<Rows<?>> tables;

    /**
     * The rows of a table, and the writer of a row.
     *
     * @param count the number of rows, possibly an estimate
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

    /** A writer of the values of a row. */
    @FunctionalInterface
    private interface Line<E> {
        void write(E row, RowWriter to) throws SQLException;
    }

    private Tpch(double scale) {
        if (!(scale > 0 && scale <= MAX_SCALE)) {
            throw new IllegalArgumentException(
                    "The scale factor is " + scale + ", but must be above 0 and at most " + MAX_SCALE + ".");
        }
        if (!isWell(scaled(SUPPLIERS, scale))) {
            throw new IllegalArgumentException(
                    "At scale factor " + scale + " the generator gives a part the same supplier twice,"
                            + " which the primary key of partsupp forbids. Use 0.01, 0.02, or at least 0.03.");
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
     * Returns whether the four suppliers of each part differ. The generator takes each supplier at a fixed distance
     * after the one before. The distance is a quarter of all suppliers, plus one for each round of parts.
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
     * Returns the rows of a scale factor.
     *
     * @param scale from 0.01 to {@link #MAX_SCALE}
     * @throws IllegalArgumentException if the scale is out of range, or the generator creates duplicate keys, as at
     *     some scales below 0.03
     */
    public static Tpch scale(double scale) {
        return new Tpch(scale);
    }

    /** Returns the names of the tables. A table follows all tables that it references. */
    public List<String> tables() {
        return tables.stream().map(Rows::table).toList();
    }

    /** Writes all rows of a table. Needs no database. */
    public void write(String table, RowWriter to, Progress progress) throws SQLException {
        Rows<?> rows = tables.stream()
                .filter(candidate -> candidate.table().equals(table))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("TPC-H has no table " + table));
        try (Progress.Task task = SchemaLoad.inSteps(progress.start(table, rows.count()))) {
            rows.writeTo(to, task);
        }
    }

    /** Creates and fills {@link #SCHEMA}, like {@link #load(Database, String, Progress)}. */
    public void load(Database database, Progress progress) throws SQLException {
        load(database, SCHEMA, progress);
    }

    /**
     * Creates and fills a schema. Replaces a schema that Speedwell created before. The method streams the rows and
     * never holds a table in memory.
     *
     * @throws DatabaseException if a schema of this name has tables that Speedwell did not create
     * @throws SQLException if the server fails; {@link #isLoaded} then returns false for the schema
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
     * Loads the schema unless it is already loaded.
     *
     * @return whether the method loaded the schema
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

    /** Returns whether a schema contains all of these rows. Costs one look-up. */
    public boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, content());
    }

    private String content() {
        return "TPC-H, scale factor " + scale + ", format 1";
    }
}
