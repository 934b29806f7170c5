package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasFinder;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ReferencedValue;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.ReferencedField;

/** A reference that finds its entities by the streams of an application or a store. */
public final class StoreReference<E, R> extends ReferencePath<E, R> implements Reference<E, R> {
    private final Tables tables;

    /** The tables that references lead to. */
    public interface Tables {
        <T> Stream<T> stream(TableIdentifier<T> table);

        /**
         * Checks the columns of a foreign key. By default, every key is accepted.
         *
         * @throws IllegalArgumentException if a reference cannot follow them
         */
        default void check(List<? extends ReferenceKey<?, ?>> keys) {}
    }

    private StoreReference(List<Hop> hops, Function<E, @Nullable R> lookUp, Tables tables) {
        super(hops, lookUp);
        this.tables = tables;
    }

    /** Returns the reference of a foreign key. */
    public static <E, R> StoreReference<E, R> of(List<ReferenceKey<E, R>> keys, Tables tables) {
        return new StoreReference<>(List.of(hop(keys, tables)), lookUp(keys, tables), tables);
    }

    /** Returns the columns of a foreign key of the model, and the columns that they refer to. */
    @SuppressWarnings("unchecked") // Speedment generates both keys with the same class
    public static <E, R> List<ReferenceKey<E, R>> keys(HasFinder<E, R> foreignKey) {
        if (!(foreignKey.getReferencedField() instanceof HasComparableOperators<?, ?> key)) {
            throw new IllegalArgumentException("Rows cannot be looked up by "
                    + foreignKey.getReferencedField().identifier() + ", because its values cannot be compared.");
        }
        return List.of(
                new ReferenceKey<>((HasComparableOperators<E, ?>) foreignKey, (HasComparableOperators<R, ?>) key));
    }

    /** Returns the columns of a foreign key as a list. */
    @SafeVarargs
    public static <E, R> List<ReferenceKey<E, R>> keys(ReferenceKey<E, R> key, ReferenceKey<E, R>... further) {
        return Stream.concat(Stream.of(key), Stream.of(further)).toList();
    }

    private static Hop hop(List<? extends ReferenceKey<?, ?>> keys, Tables all) {
        List<TableIdentifier<?>> tables = keys.stream()
                .<TableIdentifier<?>>map(key -> key.key().identifier().asTableIdentifier())
                .distinct()
                .toList();
        if (tables.size() != 1) {
            throw new IllegalArgumentException(
                    "A foreign key must refer to columns of one table, but refers to columns of %s."
                            .formatted(tables.stream()
                                    .map(TableIdentifier::getTableId)
                                    .collect(joining(" and "))));
        }
        all.check(keys);
        return new Hop(
                keys.stream().<Field<?>>map(ReferenceKey::foreignKey).toList(),
                keys.stream().<Field<?>>map(ReferenceKey::key).toList(),
                tables.getFirst());
    }

    private static <E, R> Function<E, @Nullable R> lookUp(List<ReferenceKey<E, R>> keys, Tables tables) {
        TableIdentifier<R> table = keys.getFirst().key().identifier().asTableIdentifier();
        return entity -> {
            try (Stream<R> rows = tables.stream(table)) {
                Stream<R> found = rows;
                for (ReferenceKey<E, R> key : keys) {
                    Object value = key.foreignKey().getter().apply(entity);
                    if (value == null) {
                        return null;
                    }
                    found = found.filter(equal(key.key(), value));
                }
                return found.findAny().orElse(null);
            }
        };
    }

    @SuppressWarnings("unchecked") // the value has the field's class
    private static <R> Predicate<R> equal(HasComparableOperators<R, ?> key, Object value) {
        return ((HasComparableOperators<R, Comparable<Object>>) key).equal((Comparable<Object>) value);
    }

    @Override
    public <S> Reference<E, S> then(HasFinder<R, S> foreignKey) {
        return then(keys(foreignKey));
    }

    @Override
    @SafeVarargs
    public final <S> Reference<E, S> then(ReferenceKey<R, S> key, ReferenceKey<R, S>... more) {
        return then(keys(key, more));
    }

    private <S> Reference<E, S> then(List<ReferenceKey<R, S>> keys) {
        Function<R, @Nullable S> further = lookUp(keys, tables);
        return new StoreReference<>(
                with(hop(keys, tables)),
                entity -> {
                    R row = apply(entity);
                    return row == null ? null : further.apply(row);
                },
                tables);
    }

    @Override
    public SpeedmentPredicate<E> where(Predicate<? super R> predicate) {
        Functions.recognizeFirst(predicate, Reference.class::isAssignableFrom);
        return super.where(predicate);
    }

    @Override
    public <V> ReferencedField<E, V> get(ReferenceField<R, ?, V> field) {
        return new StoreField<>(this, new FieldValue<>(field));
    }

    @Override
    public <V> ReferencedField<E, V> map(Function<? super R, ? extends @Nullable V> function) {
        Functions.recognizeFirst(requireNonNull(function), Reference.class::isAssignableFrom);
        return new StoreField<>(this, function);
    }

    private static final class StoreField<E, R, V> extends ReferencedValue<E, R, V> implements ReferencedField<E, V> {
        private StoreField(ReferencePath<E, R> path, Function<? super R, ? extends @Nullable V> function) {
            super(path, function);
        }
    }
}
