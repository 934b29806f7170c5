package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The {@link Input} of one aggregator, as functions of row numbers. They throw {@link NotOnColumnsException} if columns
 * cannot compute them. For one thread.
 */
abstract sealed class Reader implements BlockRows {
    private static final String UNREAD = "uses a function that cannot be read from columns";

    /** Returns the results of the function as objects; null if the function cannot be read. */
    abstract @Nullable IntFunction<@Nullable Object> valueOrNull();

    /** Returns the expression of the function; null if it only returns objects. */
    abstract @Nullable RowExpression orNull();

    /**
     * Returns the whole numbers that the function returns, boxed or not. Returns null if it has other results, or may
     * return null.
     */
    abstract RowExpression.@Nullable Whole wholeOrNull();

    /** Returns the function as a test; null if it is not a test that can be read. */
    abstract @Nullable RowTest testOrNull();

    /** Returns the row numbers from which the function reads the first tuples of groups. */
    abstract int[] firsts(GroupTable table, int[] groups, int count);

    /** Returns a reader of the same function over the rows of one table; null if there is none. */
    abstract @Nullable OfRows ofRows();

    /** Returns the identity of the rows. Inputs of the same expression and the same rows are read once. */
    abstract Object source();

    /** Returns the key column whose values the function returns unchanged; null if there is none. */
    abstract @Nullable KeyColumn keys();

    /** Returns whether a sum of numbers within limits fits a long, if each row contributes one number. */
    abstract boolean isSumALong(long least, long greatest);

    final IntFunction<@Nullable Object> value() {
        return NotOnColumnsException.require(valueOrNull(), UNREAD);
    }

    final RowExpression expression() {
        return NotOnColumnsException.require(orNull(), UNREAD);
    }

    /** Returns the whole numbers of the function, narrowed to ints if {@code isInt}. */
    final RowExpression.Whole whole(boolean isInt) {
        if (!(expression() instanceof RowExpression.Whole whole)) {
            throw new NotOnColumnsException("uses a function that does not return whole numbers");
        }
        return isInt && whole.kind() == Kind.LONG ? RowExpression.whole(Kind.INT, whole.value()) : whole;
    }

    /** Returns the numbers of the function as doubles. */
    final IntToDoubleFunction real() {
        RowExpression expression = expression();
        return switch (expression) {
            case RowExpression.Whole _, RowExpression.Real _ -> expression.real();
            case RowExpression.Decimal _, RowExpression.Reference _ ->
                throw new NotOnColumnsException("uses a function that does not return numbers");
        };
    }

    final RowTest test() {
        return NotOnColumnsException.require(testOrNull(), "uses a predicate that cannot be read from columns");
    }

    /** The reader of functions of the rows of one table. */
    static final class OfRows extends Reader {
        private final Input.OfRows of;
        private final TableStore<?> store;

        OfRows(Input.OfRows of) {
            this.of = of;
            this.store = of.scope().table();
        }

        /** Returns the place of the table among those of a block. */
        int table() {
            return of.table();
        }

        /** Returns the value of referenced rows that the function returns; null for other functions. */
        ExpressionResolver.@Nullable Referred referred() {
            return ExpressionResolver.referred(of.scope(), of.function());
        }

        /**
         * Returns the column whose keys are equal exactly where the values of the function are equal; null if there is
         * none.
         */
        ColumnRef.@Nullable Ordered keyColumn() {
            return ExpressionResolver.keyColumn(store, of.function());
        }

        @Override
        public int[] rows(RowBlock block) {
            return block.rows[of.table()];
        }

        @Override
        @Nullable
        IntFunction<@Nullable Object> valueOrNull() {
            return ExpressionResolver.value(of.scope(), of.function());
        }

        @Override
        @Nullable
        RowExpression orNull() {
            return ExpressionResolver.resolve(of.scope(), of.function());
        }

        @Override
        RowExpression.@Nullable Whole wholeOrNull() {
            return ExpressionResolver.whole(of.scope(), of.function());
        }

        @Override
        @Nullable
        RowTest testOrNull() {
            return switch (of.function()) {
                case Predicate<?> predicate -> PredicateResolver.resolve(of.scope(), predicate);
                case Expr condition -> PredicateResolver.test(of.scope(), condition);
                default -> null;
            };
        }

        @Override
        int[] firsts(GroupTable table, int[] groups, int count) {
            int[] rows = new int[count];
            for (int i = 0; i < count; i++) {
                rows[i] = table.first(of.table(), groups[i]);
            }
            return rows;
        }

        @Override
        OfRows ofRows() {
            return this;
        }

        @Override
        Object source() {
            return of.table();
        }

        @Override
        @Nullable
        KeyColumn keys() {
            int index = ExpressionResolver.column(store, of.function());
            return index >= 0 && store.ref(index) instanceof ColumnRef.Ordered column ? column.column() : null;
        }

        @Override
        boolean isSumALong(long least, long greatest) {
            return ExactNumbers.isSumALong(store, least, greatest);
        }
    }

    /**
     * The reader of functions of tuples: tuples of a join, or rows of one table together with the rows that they
     * reference. The number of a tuple is its position in the last block.
     */
    static final class OfTuples extends Reader {
        private static final int[] PLACES = new int[RowBlock.CAPACITY];

        static {
            Arrays.setAll(PLACES, place -> place);
        }

        private final int[] tables;
        private final TupleScope scope;
        private final Function<int[], Object> elements;
        private final Object function;
        private final @Nullable OfRows ofRows;
        private final int[][] rows;
        private final int[][] firsts;
        private @Nullable RowBlock last;
        private long fillings;

        /**
         * Creates a reader.
         *
         * @param tables the places of the tables in a block
         * @param elements creates the element of a tuple
         * @param function a {@link org.speedwell.accelerator.lambda.AnalyzedFunction} function or an {@link Expr}
         * @param ofRows reads the same function row by row; null if there are several tables
         */
        OfTuples(
                int[] tables,
                TupleScope scope,
                Function<int[], Object> elements,
                Object function,
                @Nullable OfRows ofRows) {
            this.tables = tables;
            this.scope = scope;
            this.elements = elements;
            this.function = function;
            this.ofRows = ofRows;
            this.rows = new int[tables.length][];
            this.firsts = new int[tables.length][0];
        }

        @Override
        public int[] rows(RowBlock block) {
            if (last != block || fillings != block.fillings) {
                last = block;
                fillings = block.fillings;
                Arrays.setAll(rows, table -> block.rows[tables[table]]);
                scope.enter(rows, block.size);
            }
            return PLACES;
        }

        private Object element(int place) {
            int[] tuple = new int[rows.length];
            Arrays.setAll(tuple, table -> rows[table][place]);
            return elements.apply(tuple);
        }

        @Override
        @Nullable
        OfRows ofRows() {
            return ofRows;
        }

        @Override
        @Nullable
        IntFunction<@Nullable Object> valueOrNull() {
            return ExpressionResolver.value(scope, this::element, function);
        }

        @Override
        @Nullable
        RowExpression orNull() {
            return ExpressionResolver.resolve(scope, this::element, function);
        }

        @Override
        RowExpression.@Nullable Whole wholeOrNull() {
            return ExpressionResolver.whole(scope, this::element, function);
        }

        @Override
        @Nullable
        RowTest testOrNull() {
            return PredicateResolver.test(scope, this::element, function);
        }

        @Override
        int[] firsts(GroupTable table, int[] groups, int count) {
            last = null;
            for (int i = 0; i < tables.length; i++) {
                firsts[i] = firsts[i].length < count ? new int[count] : firsts[i];
                for (int group = 0; group < count; group++) {
                    firsts[i][group] = table.first(tables[i], groups[group]);
                }
                rows[i] = firsts[i];
            }
            scope.enter(rows, count);
            return PLACES;
        }

        @Override
        Object source() {
            return this;
        }

        @Override
        @Nullable
        KeyColumn keys() {
            return null;
        }

        @Override
        boolean isSumALong(long least, long greatest) {
            return ofRows != null && ofRows.isSumALong(least, greatest);
        }
    }
}
