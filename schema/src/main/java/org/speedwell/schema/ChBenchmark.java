package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A generator of the rows of CH-benCHmark: TPC-C, with the tables supplier, nation and region for analytical questions.
 * Speedwell's own code generates all rows. They are the same in every run. Immutable and thread-safe.
 *
 * <p>The rows follow TPC-C with two exceptions. All order lines have an amount, so that questions about revenue have an
 * answer. Some items carry the beginnings and ends of texts for which the questions search.
 * {@snippet :
 * ChBenchmark.of(1).loadIfAbsent(database, "chbench", Progress.console());
 * }
 *
 * @param warehouses the number of warehouses, which is the scale of TPC-C
 * @param items the number of items; each warehouse has all of them in stock
 * @param customers the number of customers of a district
 * @param orders the number of orders of a district, each of another customer
 */
public record ChBenchmark(int warehouses, int items, int customers, int orders) {

    /** The name of the schema in the Speedment model. */
    public static final String SCHEMA = "chbench";

    /** The number of districts of a warehouse. */
    public static final int DISTRICTS = 10;

    /** The number of suppliers. The product of warehouse and item, modulo this number, is the supplier of a stock. */
    public static final int SUPPLIERS = 10_000;

    private static final String FIRST_TABLE = "warehouse";

    private static final List<String> LAST_NAMES =
            List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    /** The number of last names. A name has three syllables. */
    public static final int NAMES = 1_000;

    /** Checks the numbers. */
    public ChBenchmark {
        if (warehouses < 1 || warehouses > 1_000) {
            throw new IllegalArgumentException("CH-benCHmark has 1 to 1,000 warehouses, not " + warehouses + ".");
        }
        if (items < 1 || items > 100_000 || customers < 1 || customers > 3_000 || orders < 1 || orders > customers) {
            throw new IllegalArgumentException("CH-benCHmark has up to 100,000 items, up to 3,000 customers of a"
                    + " district, and at most one order of each, not " + items + ", " + customers + " and " + orders
                    + ".");
        }
    }

    /** Returns the rows of TPC-C for a number of warehouses: about half a million for each. */
    public static ChBenchmark of(int warehouses) {
        return new ChBenchmark(warehouses, 100_000, 3_000, 3_000);
    }

    /**
     * Returns a last name as TPC-C combines it from syllables.
     *
     * @param number from 0 to {@link #NAMES} - 1
     */
    public static String lastName(int number) {
        return LAST_NAMES.get(number / 100) + LAST_NAMES.get(number / 10 % 10) + LAST_NAMES.get(number % 10);
    }

    /** Returns the first order of a district that is not delivered at the start. TPC-C delivers 7 of 10. */
    int firstNewOrder() {
        return orders * 7 / 10 + 1;
    }

    /**
     * Loads the schema unless it contains these rows already.
     *
     * @return whether the method loaded the schema
     * @throws DatabaseException if a schema of this name has tables that Speedwell did not create
     * @throws SQLException if the server fails; a later call then loads the schema again
     */
    public boolean loadIfAbsent(Database database, String schema, Progress progress) throws SQLException {
        try (Connection connection = database.connect()) {
            if (new Schema(schema, FIRST_TABLE).isLoaded(connection, content())) {
                return false;
            }
        }
        load(database, schema, progress);
        return true;
    }

    /**
     * Creates and fills a schema. Replaces a schema that Speedwell created before.
     *
     * @throws DatabaseException as {@link #loadIfAbsent} does
     * @throws SQLException as {@link #loadIfAbsent} does
     */
    public void load(Database database, String schema, Progress progress) throws SQLException {
        SchemaLoad load = new SchemaLoad(new Schema(schema, FIRST_TABLE), Script.statements("chbench.sql"), content());
        load.run(database, new ChBenchmarkRows(this).tables(), progress);
    }

    private String content() {
        return "CH-benCHmark, " + warehouses + " warehouses, " + items + " items, " + customers + " customers, "
                + orders + " orders, format 1";
    }
}
