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
 * The columns of a table: the fields of its row class, in the order in which they are declared; the first is the key. The
 * fields are Speedment's own, so that their predicates and comparators serve here as they do on tables. Declared as
 * constants of the row class, which needs a constructor without arguments, getters and setters:
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
 * <p>Or it is a record, with a column for each component under its name, of {@code long}, {@code int}, {@code double} or
 * {@link String}; nothing is said of setters then. Its constructor must take what it made before, and, as a field is tested
 * on a row of its own now and then, rows of which all else is zero and null. Rows with setters are read faster.
 *
 * {@snippet :
 * public record Revenue(long storeId, long amount) {
 *     public static final TableSchema<Revenue> SCHEMA = TableSchema.ofRecord(Revenue.class);
 *     public static final LongField<Revenue, Long> STORE_ID = SCHEMA.longField("storeId", Revenue::storeId);
 *     public static final LongField<Revenue, Long> AMOUNT = SCHEMA.longField("amount", Revenue::amount);
 * }
 * }
 *
 * <p>Lambdas on the rows run on columns if the constructor is empty and setters do nothing but set a field each, or if a record keeps what
 * its constructor is given. Give setters as method references where the fields are declared.
 *
 * <p>Fields are declared by one thread, before the first table of the schema is made.
 */
public final class TableSchema<E> {
    private static final String OWNER = "speedwell";

    private final String name;
    private final Supplier<E> constructor;
    private final @Nullable RecordRows<E> records;
    private final List<Column<E>> columns = new ArrayList<>();

    /** A field, the type under which its values are kept, their class, and how they are kept. */
    record Column<E>(Field<E> field, MySqlType type, Class<?> values, Cell<E> cell) {}

    private TableSchema(String name, Supplier<E> constructor, @Nullable RecordRows<E> records) {
        this.name = name;
        this.constructor = constructor;
        this.records = records;
    }

    /** A schema with no columns yet. */
    public static <E> TableSchema<E> of(String name, Supplier<E> constructor) {
        return new TableSchema<>(name, constructor, null);
    }

    /**
     * A schema of rows that are records, under the simple name of their class, with no columns yet.
     *
     * @throws IllegalArgumentException if the class is no record, or its constructor cannot be called
     */
    public static <E extends Record> TableSchema<E> ofRecord(Class<E> type) {
        RecordRows<E> records = new RecordRows<>(type);
        return new TableSchema<>(
                type.getSimpleName(),
                () -> {
                    throw new UnsupportedOperationException("A record is made of all its values.");
                },
                records);
    }

    /** Declares the column of a component of a record. */
    public LongField<E, Long> longField(String component, LongGetter<E> getter) {
        records().requireComponent(component, long.class);
        return addLong(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of a component of a record. */
    public IntField<E, Integer> intField(String component, IntGetter<E> getter) {
        records().requireComponent(component, int.class);
        return addInt(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of a component of a record. */
    public DoubleField<E, Double> doubleField(String component, DoubleGetter<E> getter) {
        records().requireComponent(component, double.class);
        return addDouble(component, getter, (row, value) -> immutable());
    }

    /** Declares the column of a component of a record, which may be null. */
    public StringField<E, String> stringField(String component, ReferenceGetter<E, String> getter) {
        records().requireComponent(component, String.class);
        return addString(component, getter, (row, value) -> immutable());
    }

    private RecordRows<E> records() {
        if (records == null) {
            throw new IllegalStateException("The rows of table " + name + " are no records: give a setter.");
        }
        return records;
    }

    /** Finds out which field of a row a setter sets, so that functions of rows can be read. */
    private static void lookAt(Object setter) {
        Functions.lookAtLast(setter, type -> type == TableSchema.class);
    }

    private static void immutable() {
        throw new UnsupportedOperationException("A record cannot be changed.");
    }

    /** Declares a column of 64-bit numbers. */
    public LongField<E, Long> longField(String column, LongGetter<E> getter, LongSetter<E> setter) {
        lookAt(setter);
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
        lookAt(setter);
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
        lookAt(setter);
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
        lookAt(setter);
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
     * A table of these rows, in the order of the first column; rows of one key in the order given. The rows are read once
     * and not kept.
     *
     * @throws IllegalStateException if the schema has no columns, or a component of a record has none
     * @throws IllegalArgumentException if a row has no key
     */
    public Table<E> table(List<E> rows) {
        return new Table<>(new RowColumns<>(this), rows);
    }

    /** Returns the name under which joins know the rows: see {@link org.speedwell.accelerator.TableJoins}. */
    public TableIdentifier<E> identifier() {
        return TableIdentifier.of(OWNER, "tables", name);
    }

    Supplier<E> constructor() {
        return constructor;
    }

    /** The name and the columns, in words that are the same from start to start. */
    public String definition() {
        return name
                + columns.stream()
                        .map(column -> column.field().identifier().getColumnId() + " " + column.type())
                        .collect(joining(", ", " (", ")"));
    }

    List<Column<E>> columns() {
        if (columns.isEmpty()) {
            throw new IllegalStateException("Table " + name + " has no columns: declare its fields before it is made.");
        }
        if (records != null) {
            records.requireAll(names());
        }
        return List.copyOf(columns);
    }

    /** What makes rows of the values of their columns, in their order; null where rows are set. */
    @Nullable
    Function<@Nullable Object[], E> maker() {
        if (records == null) {
            return null;
        }
        RecordRows<E> made = records;
        List<String> names = names();
        return values -> made.make(names, values);
    }

    /** Returns what reads functions of the rows. */
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
