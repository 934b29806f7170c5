package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasFinder;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Reference;
import org.speedwell.accelerator.ReferencedField;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ReferencedValue;

/** A reference whose entities are looked up by the streams of an application. */
final class StoreReference<E, R> extends ReferencePath<E, R> implements Reference<E, R> {
    private final Tables tables;

    /** Gives streams of tables. */
    interface Tables {
        <T> Stream<T> stream(TableIdentifier<T> table);
    }

    private StoreReference(List<Hop> hops, Function<E, @Nullable R> lookUp, Tables tables) {
        super(hops, lookUp);
        this.tables = tables;
    }

    static <E, R> StoreReference<E, R> of(HasFinder<E, R> foreignKey, Tables tables) {
        return new StoreReference<>(List.of(hop(foreignKey)), lookUp(foreignKey, tables), tables);
    }

    private static Hop hop(HasFinder<?, ?> foreignKey) {
        Field<?> key = foreignKey.getReferencedField();
        return new Hop(foreignKey, key, key.identifier().asTableIdentifier());
    }

    @SuppressWarnings("unchecked") // both keys are of one class, as Speedment generates them
    private static <E, R> Function<E, @Nullable R> lookUp(HasFinder<E, R> foreignKey, Tables tables) {
        if (!(foreignKey.getReferencedField() instanceof HasComparableOperators<?, ?> comparable)) {
            throw new IllegalArgumentException("Rows cannot be looked up by "
                    + foreignKey.getReferencedField().identifier() + ", as it cannot be compared.");
        }
        HasComparableOperators<R, Comparable<Object>> key = (HasComparableOperators<R, Comparable<Object>>) comparable;
        TableIdentifier<R> table = key.identifier().asTableIdentifier();
        return entity -> {
            Object value = foreignKey.getter().apply(entity);
            if (value == null) {
                return null;
            }
            try (Stream<R> rows = tables.stream(table)) {
                return rows.filter(key.equal((Comparable<Object>) value))
                        .findAny()
                        .orElse(null);
            }
        };
    }

    @Override
    public <S> Reference<E, S> then(HasFinder<R, S> foreignKey) {
        Function<R, @Nullable S> further = lookUp(foreignKey, tables);
        return new StoreReference<>(
                with(hop(foreignKey)),
                entity -> {
                    R row = apply(entity);
                    return row == null ? null : further.apply(row);
                },
                tables);
    }

    @Override
    public <V> ReferencedField<E, V> get(ReferenceField<R, ?, V> field) {
        return new StoreField<>(this, field);
    }

    private static final class StoreField<E, R, V> extends ReferencedValue<E, R, V> implements ReferencedField<E, V> {
        private StoreField(ReferencePath<E, R> path, ReferenceField<R, ?, V> field) {
            super(path, field);
        }
    }
}
