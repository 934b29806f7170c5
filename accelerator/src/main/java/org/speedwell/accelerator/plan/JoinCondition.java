package org.speedwell.accelerator.plan;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.join.EqualColumns;
import org.speedwell.accelerator.join.TupleFilter;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * A condition on the tuples of a join.
 *
 * @param equality the two columns if the condition is an equality of columns; otherwise null
 */
record JoinCondition(JoinQuery query, Expr expr, @Nullable EqualColumns equality) {
    /** The assumed selectivity of an equality. */
    private static final double SHARE_OF_EQUAL = 0.1;

    private static final double SHARE = 1 / 3.0;

    /** Returns the conditions of a join. */
    static List<JoinCondition> of(JoinQuery query) {
        return query.conditions().stream()
                .map(condition -> new JoinCondition(query, condition, EqualColumns.of(condition)))
                .toList();
    }

    /**
     * Returns the condition as a link from one table to another. Null if it is not a link, or if NULL may satisfy it.
     */
    @Nullable
    Link link(int place, int other) {
        if (equality == null || place == other || query.isNullable(place) || query.isNullable(other)) {
            return null;
        }
        boolean isMirrored = isOf(equality.first(), other);
        ColumnRef.Ordered column = column(isMirrored ? equality.second() : equality.first(), place);
        ColumnRef.Ordered otherColumn = column(isMirrored ? equality.first() : equality.second(), other);
        if (column == null || otherColumn == null || !isOfValues(equality, column, otherColumn)) {
            return null;
        }
        Link link = new Link(column, ComparisonOperator.EQUAL, other, otherColumn, equality.rule());
        return link.isKnown() ? link : null;
    }

    /** Returns whether the condition links two tables. */
    boolean isLink() {
        return equality != null
                && link(
                                equality.first().row().root().place(),
                                equality.second().row().root().place())
                        != null;
    }

    private static boolean isOf(Expr.Column column, int place) {
        return column.row() instanceof Row.Element element && element.place() == place;
    }

    private ColumnRef.@Nullable Ordered column(Expr.Column column, int place) {
        return isOf(column, place)
                        && query.tables()
                                        .get(place)
                                        .table()
                                        .ref(query.scopes().get(place).place(column))
                                instanceof ColumnRef.Ordered ordered
                ? ordered
                : null;
    }

    /**
     * Returns whether the equality holds for present values only. In Java null equals null, and a primitive getter
     * reads NULL as a number.
     */
    private static boolean isOfValues(EqualColumns equal, ColumnRef.Ordered column, ColumnRef.Ordered other) {
        boolean isPresent = column.column().nulls() == 0;
        boolean isOtherPresent = other.column().nulls() == 0;
        boolean isPrimitive =
                equal.first().type().isPrimitive() || equal.second().type().isPrimitive();
        return isPrimitive ? isPresent && isOtherPresent : isPresent || isOtherPresent;
    }

    /** Returns whether the condition can be tested on tuples that contain rows of these tables. */
    boolean isReady(int[] places) {
        BitSet missing = TupleScope.places(expr);
        if (missing.stream().anyMatch(query::isNullable)) {
            return places.length == query.tables().size(); // a later outer join may remove the row
        }
        IntStream.of(places).forEach(missing::clear);
        return missing.isEmpty();
    }

    /** Returns the estimated share of tuples that pass. */
    double share() {
        boolean isEquality = expr instanceof Expr.Equal
                || expr instanceof Expr.Compare compare && compare.operator() == ComparisonOperator.EQUAL;
        return isEquality ? SHARE_OF_EQUAL : SHARE;
    }

    /** Returns a test for one thread. */
    TupleFilter.TupleTest test() {
        TupleScope scope = query.scope();
        IntPredicate test = PredicateResolver.test(scope, expr);
        return new TupleFilter.TupleTest() {
            @Override
            public void enter(RowBlock block) {
                scope.enter(block);
            }

            @Override
            public boolean test(RowBlock block, int place) {
                return test.test(place);
            }
        };
    }

    /** Returns a description for {@code explain}. */
    String describe() {
        return "filter " + new ExprText(query.scope()::name).of(expr) + " → tuple by tuple";
    }
}
