package org.speedwell.accelerator.table;

import static java.util.stream.Collectors.joining;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.method.DoubleGetter;
import com.speedment.runtime.field.method.DoubleSetter;
import com.speedment.runtime.field.method.IntGetter;
import com.speedment.runtime.field.method.IntSetter;
import com.speedment.runtime.field.method.LongGetter;
import com.speedment.runtime.field.method.LongSetter;
import com.speedment.runtime.field.method.ReferenceGetter;
import com.speedment.runtime.field.method.ReferenceSetter;
import com.speedment.runtime.typemapper.TypeMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;

/**
 * The columns of a table: the fields of its row class, in the order of their declaration. The first column is the key.
 * The fields are Speedment fields, so that their predicates and comparators work as they do on tables. Declare them as
 * constants of the row class. The class needs a constructor without arguments, getters and setters:
 *
 * {@snippet :
 * public final class Revenue {
 *     public static final TableSchema<Revenue> SCHEMA = TableSchema.of("revenue", Revenue::new);
 *     public static final LongField<Revenue, Long> STORE_ID =
 *             SCHEMA.longField("store_id", Revenue::getStoreId, Revenue::setStoreId);
 *     public static final LongField<Revenue, Long> AMOUNT =
 *             SCHEMA.longField("amount", Revenue::getAmount, Revenue::setAmount);
 *
 *     private long storeId;
 *     private long amount;
 *
 *     public long getStoreId() { return storeId; }
 *     public void setStoreId(long id) { storeId = id; }
 *     public long getAmount() { return amount; }
 *     public void setAmount(long cents) { amount = cents; }
 * }
 * }
 *
 * <p>The row class may also be a record. It then has a column for each component, with the component's name, and no
 * setters. The types are {@code long}, {@code int}, {@code double} and {@link String}. The record's constructor must
 * accept the values of existing rows. Fields are sometimes tested on a row of their own, so it must also accept rows in
 * which all other values are zero or null. Rows with setters are faster to read.
 *
 * {@snippet :
 * public record Revenue(long storeId, long amount) {
 *     public static final TableSchema<Revenue> SCHEMA = TableSchema.ofRecord(Revenue.class);
 *     public static final LongField<Revenue, Long> STORE_ID = SCHEMA.longField("storeId", Revenue::storeId);
 *     public static final LongField<Revenue, Long> AMOUNT = SCHEMA.longField("amount", Revenue::amount);
 * }
 * }
 *
 * <p>Lambdas on the rows run on columns if the constructor is empty and each setter only sets one field. For a record,
 * the constructor must store its arguments unchanged. Pass setters as method references in the declarations of the
 * fields.
 *
 * <p>One thread declares all fields before it creates the first table of the schema.
 */
public final class TableSchema<E> {
    private static final String OWNER = "speedwell";

    private final String name;
    private final Supplier<E> constructor;
    private final @Nullable RecordRows<E> records;
    private final List<Column<E>> columns = new ArrayList<>();

    /** A column: its field, the type and the class of its values, and the conversion of its values. */
    record Column<E>(Field<E> field, MySqlType type, Class<?> values, Cell<E> cell) {}

    private TableSchema(String name, Supplier<E> constructor, @Nullable RecordRows<E> records) {
        this.name = name;
        this.constructor = constructor;
        this.records = records;
    }

    /** Returns a schema without columns. */
    public static <E> TableSchema<E> of(String name, Supplier<E> constructor) {
        return new TableSchema<>(name, constructor, null);
    }

    /**
     * Returns a schema without columns for rows that are records. Its name is the simple name of their class.
     *
     * @throws IllegalArgumentException if the class is not a record, or its constructor cannot be called
     */
    public static <E extends Record> TableSchema<E> ofRecord(Class<E> type) {
        RecordRows<E> records = new RecordRows<>(type);
        return new TableSchema<>(
                type.getSimpleName(),
                () -> {
                    throw new UnsupportedOperationException("A record cannot be created without its values.");
                },
                records);
    }

    /** Declares the column of a {@code long} component of a record. */
    public LongField<E, Long> longField(String component, LongGetter<E> getter) {
        records().requireComponent(component, long.class);
        return addLong(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of an {@code int} component of a record. */
    public IntField<E, Integer> intField(String component, IntGetter<E> getter) {
        records().requireComponent(component, int.class);
        return addInt(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of a {@code double} component of a record. */
    public DoubleField<E, Double> doubleField(String component, DoubleGetter<E> getter) {
        records().requireComponent(component, double.class);
        return addDouble(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of a string component of a record. Its values may be null. */
    public StringField<E, String> stringField(String component, ReferenceGetter<E, String> getter) {
        records().requireComponent(component, String.class);
        return addString(component, getter, (row, value) -> immutable());
    }

    private RecordRows<E> records() {
        if (records == null) {
            throw new IllegalStateException("The rows of table " + name + " are not records. Pass a setter.");
        }
        return records;
    }

    /** Analyses which field of a row a setter sets, so that functions of rows can run on columns. */
    private static void recognize(Object setter) {
        Functions.recognizeLast(setter, type -> type == TableSchema.class);
    }

    private static void immutable() {
        throw new UnsupportedOperationException("A record cannot be changed.");
    }

    /** Declares a column of 64-bit numbers. */
    public LongField<E, Long> longField(String column, LongGetter<E> getter, LongSetter<E> setter) {
        recognize(setter);
        return addLong(column, getter, setter);
    }

    private LongField<E, Long> addLong(String column, LongGetter<E> getter, LongSetter<E> setter) {
        return add(
                LongField.create(identifier(column), getter, setter, TypeMapper.primitive(), false),
                MySqlType.BIGINT,
                Long.class,
                new Cell.LongCell<>(getter, setter));
    }

    /** Declares a column of 32-bit numbers. */
    public IntField<E, Integer> intField(String column, IntGetter<E> getter, IntSetter<E> setter) {
        recognize(setter);
        return addInt(column, getter, setter);
    }

    private IntField<E, Integer> addInt(String column, IntGetter<E> getter, IntSetter<E> setter) {
        return add(
                IntField.create(identifier(column), getter, setter, TypeMapper.primitive(), false),
                MySqlType.INT,
                Integer.class,
                new Cell.IntCell<>(getter, setter));
    }

    /** Declares a column of floating-point numbers. */
    public DoubleField<E, Double> doubleField(String column, DoubleGetter<E> getter, DoubleSetter<E> setter) {
        recognize(setter);
        return addDouble(column, getter, setter);
    }

    private DoubleField<E, Double> addDouble(String column, DoubleGetter<E> getter, DoubleSetter<E> setter) {
        return add(
                DoubleField.create(identifier(column), getter, setter, TypeMapper.primitive(), false),
                MySqlType.DOUBLE,
                Double.class,
                new Cell.DoubleCell<>(getter, setter));
    }

    /** Declares a column of strings, which may be null. */
    public StringField<E, String> stringField(
            String column, ReferenceGetter<E, String> getter, ReferenceSetter<E, String> setter) {
        recognize(setter);
        return addString(column, getter, setter);
    }

    private StringField<E, String> addString(
            String column, ReferenceGetter<E, String> getter, ReferenceSetter<E, String> setter) {
        return add(
                StringField.create(identifier(column), getter, setter, TypeMapper.identity(), false),
                MySqlType.VARCHAR,
                String.class,
                new Cell.StringCell<>(getter, setter));
    }

    /**
     * Creates a table of rows, in the order of the first column. Rows with equal keys keep the order of the list. The
     * method reads the rows once and does not keep them.
     *
     * @throws IllegalStateException if the schema has no columns, or a component of a record has no column
     * @throws IllegalArgumentException if the key of a row is null
     */
    public Table<E> table(List<E> rows) {
        return new Table<>(new RowColumns<>(this), rows);
    }

    /** Returns the identifier by which joins name the rows. See {@link org.speedwell.accelerator.TableJoins}. */
    public TableIdentifier<E> identifier() {
        return TableIdentifier.of(OWNER, "tables", name);
    }

    Supplier<E> constructor() {
        return constructor;
    }

    /** Returns the name and the columns as a text that is the same at each start. */
    public String definition() {
        return name
                + columns.stream()
                        .map(column -> column.field().identifier().getColumnId() + " " + column.type())
                        .collect(joining(", ", " (", ")"));
    }

    List<Column<E>> columns() {
        if (columns.isEmpty()) {
            throw new IllegalStateException(
                    "Table " + name + " has no columns. Declare its fields before the table is created.");
        }
        if (records != null) {
            records.requireAll(names());
        }
        return List.copyOf(columns);
    }

    /**
     * Returns a function that creates a row from its values in the order of the columns; null if the rows have setters.
     */
    @Nullable
    Function<@Nullable Object[], E> maker() {
        if (records == null) {
            return null;
        }
        RecordRows<E> made = records;
        List<String> names = names();
        return values -> made.make(names, values);
    }

    /** Returns the analyser of functions of the rows. */
    EntityCode code() {
        if (records != null) {
            return EntityCode.ofRecord(records.type());
        }
        Map<String, Object> setters = new HashMap<>();
        columns.forEach(column -> setters.put(
                column.field().identifier().getColumnId(), column.cell().setter()));
        return EntityCode.ofSetters(constructor.get().getClass(), setters);
    }

    private List<String> names() {
        return columns.stream()
                .map(column -> column.field().identifier().getColumnId())
                .toList();
    }

    private ColumnIdentifier<E> identifier(String column) {
        return identifier().asColumnIdentifier(column);
    }

    private <F extends Field<E>> F add(F field, MySqlType type, Class<?> values, Cell<E> cell) {
        columns.add(new Column<>(field, type, values, cell));
        return field;
    }
}
