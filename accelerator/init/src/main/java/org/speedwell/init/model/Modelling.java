package org.speedwell.init.model;

import java.sql.Blob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;

/**
 * The translation of a database schema into a model. It also collects findings: oddities of the schema and their
 * consequences.
 */
public final class Modelling {
    /** The description in the finding that reports a view. */
    public static final String VIEW = "a view";

    /**
     * The characters that make a name unusable. Speedment's generator copies names unescaped into string literals and
     * Javadoc, and the driver reads braces as an escape.
     */
    private static final Pattern UNUSABLE = Pattern.compile("[\"\\\\{}\\p{Cntrl}]|\\*/");

    private static final String UNUSABLE_PARTS = "a quote, backslash, brace, line break or */ in its name";

    /**
     * The form of an ENUM value that can become a Java constant. {@code areNames} also checks that no two values become
     * the same constant.
     */
    private static final Pattern CONSTANT = Pattern.compile("[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*");

    /** The words that SQL reserves and that people nevertheless use as names of tables and columns. */
    private static final Set<String> RESERVED = Set.of("""
            all, between, by, call, case, check, condition, column, create, cross, database, default, delete, desc,
            describe, div, exists, explain, for, foreign, from, function, grant, group, groups, having, in, index,
            interval, into, join, key, keys, lag, lead, left, like, limit, lines, load, lock, match, mod, natural,
            not, null, of, on, option, or, order, outer, over, partition, primary, range, rank, read, references,
            release, rename, repeat, replace, require, return, right, row, rows, schema, select, set, show, signal,
            sql, system, table, then, to, trigger, union, unique, update, usage, use, using, values, when, where,
            while, window, with, write
            """.split("[,\\s]+", 0));

    private final String schema;
    private final String packageName;
    private final GeneratedNames names;
    private final Map<String, Sample> samples;
    private final Findings findings = new Findings();
    private final Set<String> reserved = new HashSet<>();

    /**
     * Creates a translation of one schema.
     *
     * @param packageName the package of all generated classes; its last part names the application
     * @param samples the samples by table name; without a sample of a table, nothing reports its zero dates and long
     * times
     */
    public Modelling(String schema, String packageName, Map<String, Sample> samples) {
        this.schema = schema;
        this.packageName = packageName;
        this.samples = samples;
        names = new GeneratedNames(JavaNames.className(JavaNames.application(packageName)));
    }

    /**
     * Returns why the tool cannot write a project for a schema of this name, as a part of a sentence; null if it can.
     */
    public static @Nullable String problem(String schema) {
        return UNUSABLE.matcher(schema).find() ? UNUSABLE_PARTS : null;
    }

    /** Returns the findings of {@link #model}. */
    public List<Finding> findings() {
        return findings.all();
    }

    public Model model(List<Table> tables) {
        Map<String, ModelTable> modelled = new HashMap<>();
        List<ModelTable> result = new ArrayList<>();
        Map<String, String> javaNames =
                names.tables(tables.stream().map(Table::name).toList());
        for (Table table : tables) {
            table(table, javaNames).ifPresent(model -> modelled.put(table.name(), model));
        }
        for (Table table : tables) {
            ModelTable model = modelled.get(table.name());
            if (model != null) {
                result.add(new ModelTable(
                        model.name(),
                        model.javaName(),
                        model.view(),
                        model.columns(),
                        model.primaryKey(),
                        model.indexes(),
                        foreignKeys(table, tables, modelled)));
            }
        }
        if (!reserved.isEmpty()) {
            note(
                    String.join(", ", reserved.stream().sorted().toList()),
                    "reserved words of SQL",
                    "Generated code quotes them. Quote them in your own SQL, too.");
        }
        return new Model(schema, packageName, result);
    }

    private Optional<ModelTable> table(Table table, Map<String, String> javaNames) {
        String subject = table.name();
        if (table.isSequence()) {
            note(subject, "a sequence", "Not in the model, because it has no rows to stream.");
            return Optional.empty();
        }
        if (UNUSABLE.matcher(table.name()).find()) {
            warnOmitted(subject);
            return Optional.empty();
        }
        List<ModelColumn> columns = columns(table);
        if (columns.isEmpty()) {
            warning(subject, "no readable column", "Not in the model.");
            return Optional.empty();
        }
        String javaName = named(javaNames, table.name(), subject, JavaNames::className);
        Set<String> known = new HashSet<>();
        columns.forEach(column -> known.add(column.name()));
        if (table.isView()) {
            note(
                    subject,
                    VIEW,
                    "Its streams query the database, unless --view or StoreConfiguration.withView loads it.");
        } else if (!known.containsAll(table.primaryKey())) {
            warning(
                    subject,
                    "its primary key has a column that is not in the model",
                    "It counts as a table without a key.");
        } else if (table.primaryKey().isEmpty()) {
            warning(
                    subject,
                    "no primary key",
                    "Its rows are loaded in no defined order. Speedment cannot update or remove them, and"
                            + " replication reloads the whole table after each change."
                            + " Remedy: ALTER TABLE … ADD PRIMARY KEY.");
        }
        if (!table.isView() && !table.transactional()) {
            warning(
                    subject,
                    "engine " + table.engine() + ", without transactions",
                    "A load reads it at another moment than the other tables. Remedy: ALTER TABLE … ENGINE = InnoDB.");
        }
        return Optional.of(new ModelTable(
                table.name(),
                javaName,
                table.isView(),
                columns,
                known.containsAll(table.primaryKey()) ? table.primaryKey() : List.of(),
                table.indexes().stream()
                        .filter(index -> known.containsAll(index.columns()))
                        .toList(),
                List.of()));
    }

    private List<ModelColumn> columns(Table table) {
        Map<String, List<String>> constants = new HashMap<>();
        for (Column column : table.columns()) {
            constants(table, column).ifPresent(found -> constants.put(column.name(), found));
        }
        Map<String, String> javaNames =
                names.columns(table.columns().stream().map(Column::name).toList(), constants.keySet());
        List<ModelColumn> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            String subject = table.name() + "." + column.name();
            Optional<MySqlType> type = column.type();
            if (type.isEmpty()) {
                warning(
                        subject,
                        "type " + column.columnType() + ", which is not supported",
                        "Not in the model: Java code does not see the column.");
            } else if (UNUSABLE.matcher(column.name()).find()) {
                warnOmitted(subject);
            } else {
                columns.add(new ModelColumn(
                        column.name(),
                        named(javaNames, column.name(), subject, JavaNames::variableName),
                        databaseType(table, column, type.get(), subject),
                        column.nullable(),
                        column.isAutoIncrement(),
                        constants.getOrDefault(column.name(), List.of())));
                reportOddities(table, column, type.get(), subject);
            }
        }
        return columns;
    }

    private String databaseType(Table table, Column column, MySqlType type, String subject) {
        Sample sample = samples.get(table.name());
        if (sample != null && sample.longTimes().contains(column.name())) {
            warning(
                    subject,
                    "times below 00:00:00 or above 23:59:59",
                    "A String in Java, because java.sql.Time holds less than a day.");
            return String.class.getName();
        }
        if (hasZeroDates(table, column) && isKey(table, column)) {
            warning(
                    subject,
                    "zero dates such as 0000-00-00 in a primary key",
                    "A String in Java, because Java has no such dates, and a key is never NULL.");
            return String.class.getName();
        }
        return JavaTypes.of(column, type).getName();
    }

    private boolean hasZeroDates(Table table, Column column) {
        Sample sample = samples.get(table.name());
        return sample != null && sample.zeroDates().contains(column.name());
    }

    private static boolean isKey(Table table, Column column) {
        return table.primaryKey().contains(column.name());
    }

    /** Returns the constants of an ENUM column that becomes an enum in Java; empty for any other column. */
    private Optional<List<String>> constants(Table table, Column column) {
        List<String> constants = column.constants();
        return constants.isEmpty() || isReferencing(table, column) || !areNames(constants)
                ? Optional.empty()
                : Optional.of(constants);
    }

    private static boolean isReferencing(Table table, Column column) {
        return table.foreignKeys().stream().anyMatch(key -> key.columns().contains(column.name()));
    }

    /** Returns whether Java can name all constants and tell them apart. */
    private static boolean areNames(List<String> constants) {
        long different = constants.stream()
                .map(constant -> constant.replaceAll("[^A-Za-z0-9]", "").toUpperCase(Locale.ROOT))
                .distinct()
                .count();
        return different == constants.size()
                && constants.stream().allMatch(each -> CONSTANT.matcher(each).matches());
    }

    private void reportOddities(Table table, Column column, MySqlType type, String subject) {
        if (type == MySqlType.BIGINT && column.isUnsigned() && !table.isView()) {
            note(subject, "BIGINT UNSIGNED", "A BigInteger in Java, because a long holds only half of its range.");
        }
        if (!column.constants().isEmpty() && !isReferencing(table, column) && !areNames(column.constants())) {
            note(subject, "an ENUM with values that do not give distinct names in Java", "A String in Java.");
        }
        if (column.isGenerated()) {
            note(
                    subject,
                    "computed by the server",
                    "Loaded and replicated like other columns, but not writable: insert such rows by your own SQL.");
        }
        if (column.isInvisible()) {
            note(subject, "invisible to SELECT *", "In the model, and visible in Java.");
        }
        if (hasZeroDates(table, column) && !isKey(table, column)) {
            warning(
                    subject,
                    "zero dates such as 0000-00-00",
                    "Java has no such dates. The application loads them as NULL (BadValue.NULL); over SQL they are"
                            + " errors or NULL.");
        }
    }

    /**
     * Returns the foreign keys that name one row of a table of the model. A join can name the columns of any other key.
     */
    private List<ForeignKey> foreignKeys(Table table, List<Table> tables, Map<String, ModelTable> modelled) {
        List<ForeignKey> followed = new ArrayList<>();
        for (ForeignKey key : table.foreignKeys()) {
            if (isFollowed(key, modelled.get(table.name()), tables, modelled)) {
                followed.add(key);
            } else {
                note(
                        table.name() + "." + key.name(),
                        "a foreign key of several columns, of an ENUM or a type without order,"
                                + " or to a table outside the model",
                        "Not in the model: name its columns in a join.");
            }
        }
        return followed;
    }

    private boolean isFollowed(
            ForeignKey key, @Nullable ModelTable from, List<Table> tables, Map<String, ModelTable> modelled) {
        ModelTable to = modelled.get(key.table());
        if (from == null
                || to == null
                || !key.schema().equalsIgnoreCase(schema)
                || key.columns().size() != 1) {
            return false;
        }
        Optional<ModelColumn> source = from.column(key.columns().getFirst());
        Optional<ModelColumn> target = to.column(key.referencedColumns().getFirst());
        return source.isPresent()
                && target.isPresent()
                && !target.get().nullable()
                && isFollowable(source.get())
                && isFollowable(target.get())
                && source.get().databaseType().equals(target.get().databaseType())
                && tables.stream()
                        .filter(each -> each.name().equals(key.table()))
                        .anyMatch(each -> each.isUnique(key.referencedColumns()));
    }

    /**
     * Returns whether Speedment has a reference field for the column. It has none for enums and for values without an
     * order.
     */
    private static boolean isFollowable(ModelColumn column) {
        return column.constants().isEmpty()
                && Stream.of(Boolean.class, Object.class, Blob.class).noneMatch(column::isOf);
    }

    private String named(Map<String, String> among, String name, String subject, UnaryOperator<String> inJava) {
        String javaName = Objects.requireNonNull(among.get(name));
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            reserved.add(name);
        }
        if (!JavaNames.areAlike(name, javaName)) {
            note(subject, "a name that changes in Java", "Called " + inJava.apply(javaName) + " in Java.");
        }
        return javaName;
    }

    private void warnOmitted(String subject) {
        warning(
                subject,
                UNUSABLE_PARTS,
                "Not in the model, because generated code with such names does not compile. Rename it to use it.");
    }

    private void note(String subject, String what, String meaning) {
        findings.note(subject, what, meaning);
    }

    private void warning(String subject, String what, String meaning) {
        findings.warning(subject, what, meaning);
    }
}
