package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.Column;
import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.Schema;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.typemapper.TypeMapper;
import com.speedment.runtime.typemapper.primitive.PrimitiveTypeMapper;
import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.GeneratedReader;

/** The models of an application's tables and views, by its project and its configuration. */
public record Models(Project project, StoreConfiguration configuration) {

    <E> TableModel<E> of(Manager<E> manager) {
        TableModel<E> table = of(project, manager);
        List<ColumnIdentifier<?>> key = configuration.views().getOrDefault(manager.getTableIdentifier(), List.of());
        return key.isEmpty()
                ? table
                : table.withKey(key.stream().map(SpeedmentIds::of).toList());
    }

    List<TableModel<?>> of(Collection<? extends Manager<?>> managers) {
        return managers.stream().<TableModel<?>>map(this::of).toList();
    }

    /** Returns the model of a table or view, with the primary key of the project. */
    public static <E> TableModel<E> of(Project project, Manager<E> manager) {
        TableIdentifier<E> identifier = manager.getTableIdentifier();
        Table table = DocumentDbUtil.referencedTable(project, identifier);
        Schema schema = DocumentDbUtil.referencedSchema(project, identifier);
        List<Field<E>> fields = manager.fields().toList();
        return new TableModel<>(
                SpeedmentIds.of(identifier),
                entities(manager, fields),
                DocumentDbUtil.referencedDbms(project, identifier).getName(),
                schema.getName(),
                table.getName(),
                table.isView(),
                columns(project, manager, fields),
                table.primaryKeyColumns()
                        .sorted(Comparator.comparingInt(key -> key.getOrdinalPosition()))
                        .map(key -> key.findColumn().orElseThrow().getName())
                        .toList());
    }

    private static <E> EntityFactory<E> entities(Manager<E> manager, List<Field<E>> fields) {
        return new EntityFactory<>(
                manager::create,
                fields.stream()
                        .<BiConsumer<E, Object>>map(field -> field.setter()::set)
                        .toList(),
                fields.stream().map(Field::getter).toList(),
                GeneratedReader.of(
                        manager.getEntityClass(),
                        fields.stream()
                                .map(field -> SpeedmentIds.of(field.identifier()))
                                .toList()));
    }

    private static <E> List<ColumnModel<E>> columns(Project project, Manager<E> manager, List<Field<E>> fields) {
        List<String> properties = RowEncoder.json(manager).labels();
        return IntStream.range(0, fields.size())
                .mapToObj(i -> column(project, fields.get(i), properties.get(i), manager.getEntityClass()))
                .toList();
    }

    private static <E> ColumnModel<E> column(Project project, Field<E> field, String property, Class<E> entityClass) {
        Column column = DocumentDbUtil.referencedColumn(project, field.identifier());
        Type type = field instanceof EnumField<?, ?, ?> enumField
                ? enumField.enumClass()
                : field.typeMapper().getJavaType(column);
        Class<?> valueClass = type instanceof Class<?> known ? known : Object.class;
        return new ColumnModel<>(
                column.getName(),
                property,
                column.isNullable(),
                SpeedmentIds.of(field.identifier()),
                field.getter()::apply,
                column.findDatabaseType(),
                MethodType.methodType(valueClass).wrap().returnType(),
                valueClass.isPrimitive(),
                mapper(field, column, entityClass),
                DatabaseValues.of(field));
    }

    @SuppressWarnings("unchecked") // a field's mapper takes values of the field's column
    private static @Nullable Function<@Nullable Object, @Nullable Object> mapper(
            Field<?> field, Column column, Class<?> entityClass) {
        TypeMapper<@Nullable Object, @Nullable Object> mapper =
                (TypeMapper<@Nullable Object, @Nullable Object>) field.typeMapper();
        return mapper.isIdentity() || mapper instanceof PrimitiveTypeMapper
                ? null
                : value -> mapper.toJavaType(column, entityClass, value);
    }

    /** Returns the database with a name. */
    Dbms database(String name) {
        return project.dbmses()
                .filter(database -> database.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    boolean isView(TableIdentifier<?> table) {
        return DocumentDbUtil.referencedTable(project, table).isView();
    }

    /**
     * Checks the views of the configuration.
     *
     * @throws DataStoreException if the configuration names a view that does not exist
     */
    void requireViews() {
        for (TableIdentifier<?> view : configuration.views().keySet()) {
            if (!isView(view)) {
                throw new DataStoreException(
                        "%s is a table of the model, not a view, and a load uses its own primary key."
                                        .formatted(view.getTableId())
                                + " Remove it from withView.");
            }
        }
    }
}
