package org.speedwell.accelerator.plan;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.join.Tested;
import org.speedwell.accelerator.kernel.RowBlock;

/** A condition on the tuples of a join. */
record JoinCondition(JoinQuery query, Expr expr) {
    /** The share of tuples that is expected to pass an equality of two columns. */
    private static final double SHARE_OF_EQUAL = 0.1;

    private static final double SHARE = 1 / 3.0;

    /** Returns the conditions of a join. */
    static List<JoinCondition> of(JoinQuery query) {
        return query.conditions().stream()
                .map(condition -> new JoinCondition(query, condition))
                .toList();
    }

    /** Tells whether the condition can be tested on tuples that have rows of these tables. */
    boolean isReady(int[] places) {
        BitSet missing = TupleScope.places(expr);
        if (missing.stream().anyMatch(query::isNullable)) {
            return places.length == query.tables().size(); // an outer join may still take away a row
        }
        IntStream.of(places).forEach(missing::clear);
        return missing.isEmpty();
    }

    /** Returns the share of tuples that is expected to pass. */
    double share() {
        return expr instanceof Expr.Equal ? SHARE_OF_EQUAL : SHARE;
    }

    /** Returns a test for one thread. */
    Tested.TupleTest test() {
        TupleScope scope = query.scope();
        IntPredicate test = PredicateResolver.test(scope, expr);
        return new Tested.TupleTest() {
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

    /** Returns what the condition does, for a person. */
    String describe() {
        return "filter " + new ExprText(query.scope()::name).of(expr) + " → tuple by tuple";
    }
}
