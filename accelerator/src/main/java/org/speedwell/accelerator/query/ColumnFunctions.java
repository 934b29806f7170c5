package org.speedwell.accelerator.query;

import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.ByteField;
import com.speedment.runtime.field.CharField;
import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.FloatField;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.ShortField;
import java.util.function.Function;
import org.speedwell.accelerator.expression.FieldValue;

/**
 * Fields as functions, for {@code map}, because not every field of Speedment is a function. In memory {@code
 * map(value(field))} reads the column and makes no entity. Elsewhere the function does the same as a getter.
 *
 * {@snippet :
 * rentals.stream().map(value(Rental.RENTAL_DATE)).distinct().sorted().limit(10).toList();
 * }
 */
public final class ColumnFunctions {
    private ColumnFunctions() {}

    /** Returns a function that gives the values of a field, null where it is NULL. */
    public static <E, V> Function<E, V> value(ReferenceField<E, ?, V> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Byte> value(ByteField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Short> value(ShortField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Integer> value(IntField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Long> value(LongField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Float> value(FloatField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Double> value(DoubleField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Boolean> value(BooleanField<E, ?> field) {
        return new FieldValue<>(field);
    }

    /** Returns a function that gives the values of a field, boxed. */
    public static <E> Function<E, Character> value(CharField<E, ?> field) {
        return new FieldValue<>(field);
    }
}
