package org.speedwell.accelerator.classes;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.joins.Join1;
import org.speedwell.accelerator.joins.JoinStart;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.live.ColumnField;
import org.speedwell.accelerator.live.DatabaseAccess;
import org.speedwell.accelerator.live.LiveStore;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.live.Shadow;
import org.speedwell.accelerator.live.StoreReference;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TextField;
import org.speedwell.accelerator.table.Rows;

/** The tables in memory of some classes. Thread-safe. */
final class ClassStore extends LiveStore implements MemoryStore {
    private final EntityModels models;
    private final List<TableModel<?>> tables;
    private final List<TableModel<?>> changedTables;
    private final Map<TableId<?>, EntityCode> codes = new HashMap<>();
    private final ClassFields fields;
    private final ClassReferences references;
    private final DatabaseAccess access;

    /** Creates a store without a version. */
    ClassStore(StoreConfiguration configuration, EntityModels models, DatabaseAccess access) {
        super(configuration);
        this.models = models;
        for (EntityModel<?> model : models.all()) {
            EntityCode code = model.table().entities().code();
            if (code != null) {
                codes.put(model.table().identifier(), code);
            }
        }
        this.tables = models.all().stream().<TableModel<?>>map(this::linked).toList();
        this.changedTables = models.all().stream()
                .<TableModel<?>>map(model -> KeyReferences.in(model, models))
                .toList();
        this.fields = new ClassFields(models);
        this.references = new ClassReferences(this, fields);
        this.access = access;
        Shadow shadow = shadow();
        if (shadow != null) {
            shadow.start(new DatabaseRows(
                    models, column -> configuration.badValue(SpeedmentIds.identifier(column)) == BadValue.NULL));
        }
    }

    private <E> TableModel<E> linked(EntityModel<E> model) {
        TableModel<E> table = model.table();
        return table.with(table.entities().with(EntityLinker.of(model, models)));
    }

    @Override
    public <E> Stream<E> stream(Class<E> rows) {
        return stream(table(rows), rows);
    }

    @Override
    public <E, V extends Comparable<? super V>> Field<E, V> field(Function<E, ? extends @Nullable V> getter) {
        return ColumnField.of(fields.columnOf(getter), getter);
    }

    @Override
    public <E> TextField<E> text(Function<E, @Nullable String> getter) {
        return ColumnField.ofText(fields.columnOf(getter), getter);
    }

    @Override
    public <E, V extends Comparable<? super V>> Field<E, V> field(Class<E> rows, String attribute, Class<V> values) {
        return ColumnField.of(fields.column(rows, attribute), fields.getter(rows, attribute, values));
    }

    @Override
    public <E> TextField<E> text(Class<E> rows, String attribute) {
        return ColumnField.ofText(fields.column(rows, attribute), fields.getter(rows, attribute, String.class));
    }

    @Override
    public <E, R, V extends Comparable<? super V>> Reference<E, R> reference(
            Function<E, ? extends @Nullable V> foreignKey, Function<R, ? extends @Nullable V> key) {
        return references.of(List.of(references.key(foreignKey, key)));
    }

    @Override
    @SafeVarargs
    public final <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further) {
        return references.of(StoreReference.keys(key, further));
    }

    @Override
    public <E, R, V extends Comparable<? super V>> ReferenceKey<E, R> key(
            Function<E, ? extends @Nullable V> foreignKey, Function<R, ? extends @Nullable V> key) {
        return references.key(foreignKey, key);
    }

    @Override
    public <E> Join1<E> from(Class<E> rows) {
        return from(OwnRows.NONE, rows);
    }

    @Override
    public JoinStart joins(Rows<?>... rows) {
        OwnRows own = OwnRows.of(rows);
        return new JoinStart() {
            @Override
            public <E> Join1<E> from(Class<E> first) {
                return ClassStore.this.from(own, first);
            }
        };
    }

    private <E> Join1<E> from(OwnRows own, Class<E> rows) {
        return new Join1<>(ClassJoin.from(this, own, rows));
    }

    <T> Stream<T> stream(TableIdentifier<T> table) {
        return stream(SpeedmentIds.of(table), table);
    }

    <T> Stream<T> stream(ClassTuples<T> join) {
        return tuples(join);
    }

    <T> Explanation explained(ClassTuples<T> join, Function<? super Stream<T>, ?> pipeline, boolean isRun) {
        return explain(join, pipeline, new ExecutionTrace(!isRun));
    }

    <T, R> MaintainedQuery<R> maintain(ClassTuples<T> join, Function<? super Stream<T>, ? extends R> query) {
        return maintained(join, query);
    }

    /**
     * Returns the analyser of functions of a class.
     *
     * @throws IllegalArgumentException if functions of the class cannot be analysed
     */
    EntityCode code(Class<?> rows) {
        EntityCode code = codes.get(models.of(rows).table().identifier());
        if (code == null) {
            throw new IllegalArgumentException("Class " + rows.getSimpleName()
                    + " cannot be joined, because lambdas on its rows cannot be read. Map its fields, or let its setters"
                    + " only assign their argument.");
        }
        return code.linked(codes::get);
    }

    @Override
    public <E> RowEncoder<E> json(Class<E> rows) {
        return encoder(rows, RowEncoder.json());
    }

    @Override
    public <E> RowEncoder<E> jsonLines(Class<E> rows) {
        return encoder(rows, RowEncoder.jsonLines());
    }

    @Override
    public <E> RowEncoder<E> csv(Class<E> rows) {
        return encoder(rows, RowEncoder.csv());
    }

    /**
     * Adds a cell for each column that rows show.
     *
     * @param empty an encoder without cells
     */
    private <E> RowEncoder<E> encoder(Class<E> rows, RowEncoder<E> empty) {
        RowEncoder<E> encoder = empty;
        for (TableColumn<E> column : describe(rows).columns()) {
            encoder = column.addTo(encoder);
        }
        return encoder;
    }

    @Override
    public void close() {
        end();
    }

    @Override
    protected List<TableModel<?>> tables() {
        return tables.stream().filter(table -> isHeld(table.identifier())).toList();
    }

    @Override
    protected boolean isView(TableId<?> table) {
        return models.of(table).table().view();
    }

    @Override
    protected boolean isHeld(TableId<?> table) {
        return configuration().isLoaded(SpeedmentIds.identifier(table));
    }

    @Override
    protected List<TableModel<?>> allTables() {
        return tables;
    }

    @Override
    protected List<TableModel<?>> changedTables() {
        return changedTables;
    }

    @Override
    protected Catalogue catalogue() {
        return models.catalogue();
    }

    @Override
    protected DatabaseAccess access() {
        return access;
    }

    @Override
    protected String remedyOfAbsence(TableId<?> table) {
        return configuration().isLoaded(SpeedmentIds.identifier(table))
                ? "Load all tables of the store with load()."
                : "Remove withoutTable for it from the configuration of the store.";
    }

    @Override
    protected <E> TableId<E> table(Class<E> rows) {
        return models.of(rows).table().identifier();
    }

    @Override
    @SuppressWarnings("unchecked") // a table has the model of its class
    protected <E> Class<E> classOf(TableId<E> table) {
        return (Class<E>) models.of(table).mapping().type();
    }
}
