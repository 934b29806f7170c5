package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.RowMapping;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * One of the values by which an aggregate groups rows, as a small number. Equal values have the same number, and null
 * has 0. For one thread.
 */
abstract sealed class GroupKey {
    /** A limit above the number of rows of any table. */
    static final long UNLIMITED = 1L << Integer.SIZE - 1;

    private final Reader of;
    private final IntFunction<@Nullable Object> value;

    private GroupKey(Reader of, IntFunction<@Nullable Object> value) {
        this.of = of;
        this.value = value;
    }

    /** Returns a key whose value follows from the keys before it. All rows of a group share it. */
    static GroupKey dependent(GroupKey key) {
        return new OfDependent(key);
    }

    /** Returns the values of a function as a key. */
    static GroupKey of(Reader of, InputCache inputs) {
        IntFunction<@Nullable Object> value = of.value();
        if (of instanceof Reader.OfRows rows) {
            ExpressionResolver.Referred referred = rows.referred();
            if (referred != null) {
                Reader.OfRows values = new Reader.OfRows(new Input.OfRows(0, referred.scope(), referred.value()));
                GroupKey key = of(
                        referred.column(),
                        whole(referred.value()),
                        values,
                        new InputCache(1, false),
                        referred.value().boxed());
                return new OfReferred(referred.rows(), key, of, value);
            }
            ColumnRef.Ordered column = rows.keyColumn();
            if (column != null) {
                return of(column, null, of, inputs, value);
            }
        }
        return of(null, of.wholeOrNull(), of, inputs, value);
    }

    private static RowExpression.@Nullable Whole whole(RowExpression of) {
        return of instanceof RowExpression.Whole whole && whole.nulls() == RowExpression.NEVER_NULL ? whole : null;
    }

    private static GroupKey of(
            ColumnRef.@Nullable Ordered column,
            RowExpression.@Nullable Whole whole,
            Reader of,
            InputCache inputs,
            IntFunction<@Nullable Object> value) {
        if (column != null) {
            return ofColumn(column.column(), of, inputs, value);
        }
        return whole == null
                ? new OfObjects(new HashMap<>(), of, value)
                : new OfNumbers(inputs.of(whole.value(), of), RowExpression.NEVER_NULL, of, value);
    }

    private static GroupKey ofColumn(
            KeyColumn column, Reader of, InputCache inputs, IntFunction<@Nullable Object> value) {
        long span = column.max() - column.min();
        return span >= 0 && span < Integer.MAX_VALUE - 1
                ? new OfCodes(column, inputs.of(column, of), of, value)
                : new OfNumbers(
                        inputs.of(column, of),
                        column.nulls() == 0 ? RowExpression.NEVER_NULL : column::isNull,
                        of,
                        value);
    }

    /** Returns the values of a function as a key. A map decides which values are equal. */
    static GroupKey of(Reader of, Map<Object, Integer> map) {
        return new OfObjects(map, of, of.value());
    }

    /**
     * Returns whether equality of these keys agrees with both {@code equals} and the natural order of their objects.
     */
    final boolean isNumber() {
        return !(this instanceof OfObjects) && !(this instanceof OfReferred);
    }

    /** Returns whether a row can have the key null. */
    abstract boolean isNullable();

    /** Returns the row ids of a block from which the key reads its values. */
    final int[] rows(RowBlock block) {
        return of.rows(block);
    }

    /** Writes the key of each group to the start of an array. The key of a group is the value of its first row. */
    final void values(GroupTable table, int[] groups, int count, @Nullable Object[] into) {
        values(of.firsts(table, groups, count), count, into);
    }

    /** Returns the value of a row. */
    final @Nullable Object value(int row) {
        return value.apply(row);
    }

    /** Writes the values of rows to the start of an array. */
    void values(int[] rows, int count, @Nullable Object[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = value(rows[i]);
        }
    }

    /** Writes the numbers of a block's rows to the start of an array. */
    abstract void read(RowBlock block, int[] numbers);

    /** Returns whether the key has a number for each row of the table, and calls no function of the application. */
    abstract boolean cannotThrow();

    /** Returns a number that is greater than all numbers of this key. */
    abstract long limit();

    /**
     * Returns a translation of the numbers of another key over the same values to the numbers of this one.
     *
     * @return an array by number of the other key; null if both use the same numbers
     */
    abstract int @Nullable [] translation(GroupKey other);

    private static final class OfCodes extends GroupKey {
        private final KeyColumn column;
        private final LongInput keys;

        OfCodes(KeyColumn column, LongInput keys, Reader of, IntFunction<@Nullable Object> value) {
            super(of, value);
            this.column = column;
            this.keys = keys;
        }

        @Override
        void read(RowBlock block, int[] numbers) {
            long[] of = keys.of(block);
            long before = column.min() - 1;
            for (int i = 0; i < block.size; i++) {
                numbers[i] = (int) (of[i] - before);
            }
            if (column.nulls() > 0) {
                int[] rows = rows(block);
                for (int i = 0; i < block.size; i++) {
                    if (column.isNull(rows[i])) {
                        numbers[i] = 0;
                    }
                }
            }
        }

        @Override
        boolean isNullable() {
            return column.nulls() > 0;
        }

        @Override
        boolean cannotThrow() {
            return keys.cannotThrow();
        }

        @Override
        long limit() {
            return column.max() - column.min() + 2;
        }

        @Override
        int @Nullable [] translation(GroupKey other) {
            return null;
        }
    }

    private static final class OfNumbers extends GroupKey {
        private final LongInput values;
        private final IntPredicate nulls;
        private final LongKeyNumbering numbered = new LongKeyNumbering();

        OfNumbers(LongInput values, IntPredicate nulls, Reader of, IntFunction<@Nullable Object> value) {
            super(of, value);
            this.values = values;
            this.nulls = nulls;
        }

        @Override
        void read(RowBlock block, int[] numbers) {
            long[] of = values.of(block);
            int[] rows = rows(block);
            for (int i = 0; i < block.size; i++) {
                numbers[i] = nulls.test(rows[i]) ? 0 : numbered.of(of[i]) + 1;
            }
        }

        @Override
        boolean isNullable() {
            return nulls != RowExpression.NEVER_NULL;
        }

        @Override
        boolean cannotThrow() {
            return values.cannotThrow();
        }

        @Override
        long limit() {
            return UNLIMITED;
        }

        @Override
        int[] translation(GroupKey other) {
            long[] of = ((OfNumbers) other).numbered.inOrder();
            int[] translation = new int[of.length + 1];
            for (int i = 0; i < of.length; i++) {
                translation[i + 1] = numbered.of(of[i]) + 1;
            }
            return translation;
        }
    }

    private static final class OfObjects extends GroupKey {
        private final Map<Object, Integer> numbered;

        OfObjects(Map<Object, Integer> numbered, Reader of, IntFunction<@Nullable Object> value) {
            super(of, value);
            this.numbered = numbered;
        }

        @Override
        void read(RowBlock block, int[] numbers) {
            int[] rows = rows(block);
            for (int i = 0; i < block.size; i++) {
                Object of = value(rows[i]);
                if (of == null) {
                    numbers[i] = 0;
                } else {
                    numbers[i] = number(of.getClass().isArray() ? new Content(new Object[] {of}) : of);
                }
            }
        }

        @Override
        boolean isNullable() {
            return true;
        }

        @Override
        boolean cannotThrow() {
            return false;
        }

        @Override
        long limit() {
            return UNLIMITED;
        }

        private int number(Object key) {
            Integer number = numbered.putIfAbsent(key, numbered.size() + 1);
            return number == null ? numbered.size() : number;
        }

        @Override
        int[] translation(GroupKey other) {
            Map<Object, Integer> of = ((OfObjects) other).numbered;
            int[] translation = new int[of.size() + 1];
            of.forEach((key, number) -> translation[number] = number(key));
            return translation;
        }
    }

    private static final class OfReferred extends GroupKey {
        private final RowMapping mapping;
        private final GroupKey key;
        private RowBlock referred = new RowBlock(1, 0);
        private int[] missing = {};

        OfReferred(RowMapping mapping, GroupKey key, Reader of, IntFunction<@Nullable Object> value) {
            super(of, value);
            this.mapping = mapping;
            this.key = key;
        }

        @Override
        void read(RowBlock block, int[] numbers) {
            if (referred.capacity() < block.size) {
                referred = new RowBlock(1, block.capacity());
            }
            missing = block.room(missing);
            int[] rows = referred.rows[0];
            mapping.map(rows(block), block.size, rows);
            referred.size = block.size;
            referred.fillings++;
            int none = 0;
            int any = -1;
            for (int i = 0; i < block.size; i++) {
                if (rows[i] < 0) {
                    missing[none++] = i;
                } else {
                    any = rows[i];
                }
            }
            for (int i = 0; i < none; i++) {
                rows[missing[i]] = any; // a placeholder, overwritten below
            }
            if (any >= 0) {
                key.read(referred, numbers);
            }
            for (int i = 0; i < none; i++) {
                numbers[missing[i]] = 0;
            }
        }

        /**
         * Writes the values of referenced rows. If a row references none, the function itself computes the value from
         * the referencing row.
         */
        @Override
        void values(int[] rows, int count, @Nullable Object[] into) {
            int[] named = new int[count];
            mapping.map(rows, count, named);
            for (int i = 0; i < count; i++) {
                Object of = named[i] < 0 ? null : key.value(named[i]);
                into[i] = of == null ? value(rows[i]) : of;
            }
        }

        @Override
        boolean isNullable() {
            return true;
        }

        @Override
        boolean cannotThrow() {
            return key.cannotThrow();
        }

        @Override
        long limit() {
            return key.limit();
        }

        @Override
        int @Nullable [] translation(GroupKey other) {
            return key.translation(((OfReferred) other).key);
        }
    }

    /** A key whose value follows from the other keys. It does not take part in finding the groups. */
    private static final class OfDependent extends GroupKey {
        private final GroupKey key;

        OfDependent(GroupKey key) {
            super(key.of, key.value);
            this.key = key;
        }

        @Override
        void read(RowBlock block, int[] numbers) {
            Arrays.fill(numbers, 0, block.size, 0);
        }

        @Override
        void values(int[] rows, int count, @Nullable Object[] into) {
            key.values(rows, count, into);
        }

        @Override
        boolean isNullable() {
            return key.isNullable();
        }

        @Override
        boolean cannotThrow() {
            return true;
        }

        @Override
        long limit() {
            return 1;
        }

        @Override
        int @Nullable [] translation(GroupKey other) {
            return null;
        }
    }

    /** An array whose equality is the equality of its elements. */
    @SuppressWarnings("ArrayRecordComponent") // equals and hashCode use the elements
    private record Content(Object[] array) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Content content && Arrays.deepEquals(array, content.array);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(array);
        }
    }
}
