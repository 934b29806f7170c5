package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A generator of rows like those of Sakila. At scale 1, the tables have exactly Sakila's row counts and distributions.
 * Scale N has N times as many films with their child rows, customers, inventory, rentals and payments.
 *
 * <p>Every row is a pure function of the seed, the scale and its number. The class stores no rows, and all runs have
 * the same result. All names are invented. Thread-safe.
 * {@snippet :
 * Sakila.scale(10).load(database, "sakila", Progress.console());
 * }
 */
public final class Sakila {

    /** The name of the schema in the Speedment model. */
    public static final String SCHEMA = "sakila";

    /** The largest scale: 10 million films and 160 million rentals. */
    public static final int MAX_SCALE = 10_000;

    /** The first table of the DDL. No view reads it: MySQL changes the columns of a view when its table is altered. */
    private static final String FIRST_TABLE = "language";

    private static final long SEED = 0x5A4B_11A0L;

    /** A key in the DDL whose values grow with the scale. */
    private static final Pattern GROWING_KEY =
            Pattern.compile("(?<column>film_id|inventory_id|customer_id|payment_id)(?<gap> +)"
                    + "(?<type>(SMALLINT|MEDIUMINT)( UNSIGNED)?)");

    private final int scale;
    private final long seed;
    private final Films films;
    private final Rentals rentals;
    private final List<SakilaTable> tables;

    private Sakila(int scale, long seed) {
        if (scale < 1 || scale > MAX_SCALE) {
            throw new IllegalArgumentException("The scale is " + scale + ", but must be from 1 to " + MAX_SCALE);
        }
        this.scale = scale;
        this.seed = seed;
        films = new Films(seed, scale);
        rentals = new Rentals(seed, scale, films);
        tables = SakilaTable.all(films, rentals, new People(seed));
    }

    /**
     * Returns the data of a scale with the default seed.
     *
     * @param scale from 1 to {@link #MAX_SCALE}
     */
    public static Sakila scale(int scale) {
        return scale(scale, SEED);
    }

    /**
     * Returns the data of a scale with another seed. The values differ; the row counts and distributions are the same.
     */
    public static Sakila scale(int scale, long seed) {
        return new Sakila(scale, seed);
    }

    /** Returns the films and their child rows. Needs no database. */
    public Films films() {
        return films;
    }

    /** Returns the rentals and the payments. Needs no database. */
    public Rentals rentals() {
        return rentals;
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
        SchemaLoad load = new SchemaLoad(new Schema(schema, FIRST_TABLE), ddl(), content());
        load.run(database, tables.stream().map(Sakila::rows).toList(), progress);
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

    /** Returns whether a schema contains all rows of this scale and seed. Costs one look-up. */
    public boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, content());
    }

    private static SchemaLoad.TableRows rows(SakilaTable table) {
        return new SchemaLoad.TableRows(table.name(), table.rows(), (insert, task) -> {
            for (int i = 0; i < table.rows(); i++) {
                table.writer().write(insert.row(), i);
                insert.endRow();
                task.advance(1);
            }
        });
    }

    /**
     * Returns the model's DDL. If a key of this scale does not fit its type, the type becomes the signed INT. Java
     * reads INT and the unsigned types that it replaces as {@code int}. So a program generated from the original model
     * can read the wider keys.
     */
    List<String> ddl() {
        return Script.statements("sakila.sql").stream()
                .map(statement -> GROWING_KEY.matcher(statement).replaceAll(this::widened))
                .toList();
    }

    private String widened(MatchResult key) {
        long last = switch (key.group("column")) {
            case "film_id" -> films.rows();
            case "inventory_id" -> films.copies();
            case "customer_id" -> rentals.customers();
            default -> rentals.payments();
        };
        long most = switch (key.group("type")) {
            case "SMALLINT" -> Short.MAX_VALUE;
            case "SMALLINT UNSIGNED" -> 65_535;
            case "MEDIUMINT UNSIGNED" -> 16_777_215;
            default -> throw new IllegalStateException(key.group());
        };
        return last <= most ? Matcher.quoteReplacement(key.group()) : key.group("column") + key.group("gap") + "INT";
    }

    private String content() {
        return "Sakila, scale " + scale + ", seed " + seed + ", format 1";
    }
}
