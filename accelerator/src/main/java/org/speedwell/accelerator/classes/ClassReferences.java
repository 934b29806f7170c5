package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.entity.EntityModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.live.ColumnField;
import org.speedwell.accelerator.live.StoreReference;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;

/** A maker of references between mapped classes. Thread-safe. */
record ClassReferences(ClassStore store, ClassFields fields) implements StoreReference.Tables {

    <E, R> Reference<E, R> of(List<ReferenceKey<E, R>> keys) {
        return StoreReference.of(keys, this);
    }

    /**
     * Returns the key of two getters that the caller of the store passes as its only arguments.
     *
     * @throws IllegalArgumentException if a function does not just read one column, or the columns have values of
     *     different classes
     */
    <E, R, V extends Comparable<? super V>> ReferenceKey<E, R> key(
            Function<E, ? extends @Nullable V> foreignKey, Function<R, ? extends @Nullable V> key) {
        Functions.recognizeFirst(requireNonNull(foreignKey), ClassFields::isCalled);
        Functions.recognizeLast(requireNonNull(key), ClassFields::isCalled);
        ColumnIdentifier<E> from = fields.column(foreignKey);
        ColumnIdentifier<R> to = fields.column(key);
        Class<?> values = valueClass(from);
        Class<?> others = valueClass(to);
        if (values != others) {
            throw new IllegalArgumentException("Column " + name(from) + " has values of class " + values.getSimpleName()
                    + ", but " + name(to) + " of class " + others.getSimpleName()
                    + ". Declare both attributes with the same type.");
        }
        return new ReferenceKey<>(ColumnField.ofKey(from, foreignKey), ColumnField.ofKey(to, key));
    }

    private Class<?> valueClass(ColumnIdentifier<?> column) {
        return ClassFields.column(model(column), column.getColumnId()).valueClass();
    }

    private EntityModel<?> model(ColumnIdentifier<?> column) {
        return fields.models().of(SpeedmentIds.of(column.asTableIdentifier()));
    }

    private static String name(ColumnIdentifier<?> column) {
        return column.getTableId() + "." + column.getColumnId();
    }

    @Override
    public <T> Stream<T> stream(TableIdentifier<T> table) {
        return store.stream(table);
    }

    @Override
    public void check(List<? extends ReferenceKey<?, ?>> keys) {
        Set<String> columns =
                keys.stream().map(key -> key.key().identifier().getColumnId()).collect(Collectors.toSet());
        ColumnIdentifier<?> first = keys.getFirst().key().identifier();
        EntityModel<?> model = model(first);
        if (model.uniqueKeys().stream().noneMatch(columns::containsAll)) {
            throw new IllegalArgumentException("Several rows of table " + first.getTableId() + " may have the same "
                    + String.join(" and ", columns.stream().sorted().toList())
                    + ". Refer to all columns of its primary key or of a unique index"
                    + (model.table().view() ? ", or annotate the key of the view with @Id" : "")
                    + ", or join the tables with from(...).");
        }
    }
}
