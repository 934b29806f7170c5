package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Interpreter;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Row;

/**
 * An expression on a join's tuples that computes one tuple at a time. A tuple is an array of row ids, with −1 for a
 * missing row. Thread-safe.
 */
public sealed interface TupleFunction {

    /** Returns the value of a tuple, or null. */
    @Nullable
    Object value(int[] tuple);

    /** Returns the whole number of a tuple. */
    long whole(int[] tuple);

    /** Returns the number of a tuple. */
    double real(int[] tuple);

    /** Returns whether a tuple meets the condition. */
    boolean test(int[] tuple);

    /**
     * Compiles an expression whose columns are all in memory.
     *
     * @param tables the scope of each table
     * @param nullable the tables for which a tuple may have no row
     */
    static TupleFunction of(List<Scope> tables, BitSet nullable, Expr of) {
        int place = TupleScope.place(of);
        if (place < 0 || nullable.get(place)) {
            return new OfTables(parts(tables, nullable, of));
        }
        ExprCompiler compiler = new ExprCompiler(tables.get(place));
        Expr inner = TupleScope.inner(of);
        if (of.kind() == Kind.BOOLEAN) {
            return new Test(place, compiler.test(inner));
        }
        RowExpression function = compiler.compile(inner);
        return new OfTable(place, function, function.boxed());
    }

    /** Returns the expression with its parts on one table replaced by functions of that table's rows. */
    private static Expr parts(List<Scope> tables, BitSet nullable, Expr of) {
        int place = TupleScope.only(of, nullable);
        if (place < 0) {
            return of.with(of.operands().stream()
                    .map(operand -> parts(tables, nullable, operand))
                    .toList());
        }
        IntFunction<@Nullable Object> value = new ExprCompiler(tables.get(place))
                .compile(TupleScope.inner(of))
                .boxed();
        return new Expr.Given(new Row.Element(place), value, of.kind());
    }

    /** An expression on one table. */
    record OfTable(int place, RowExpression function, IntFunction<@Nullable Object> boxed) implements TupleFunction {
        @Override
        public @Nullable Object value(int[] tuple) {
            return boxed.apply(tuple[place]);
        }

        @Override
        public long whole(int[] tuple) {
            return function.whole().applyAsLong(tuple[place]);
        }

        @Override
        public double real(int[] tuple) {
            return function.real().applyAsDouble(tuple[place]);
        }

        @Override
        public boolean test(int[] tuple) {
            return whole(tuple) != 0;
        }
    }

    /** A condition on one table. */
    record Test(int place, IntPredicate test) implements TupleFunction {
        @Override
        public Object value(int[] tuple) {
            return test(tuple);
        }

        @Override
        public long whole(int[] tuple) {
            return test(tuple) ? 1 : 0;
        }

        @Override
        public double real(int[] tuple) {
            return whole(tuple);
        }

        @Override
        public boolean test(int[] tuple) {
            return test.test(tuple[place]);
        }
    }

    /** An expression on several tables. The parts on one table are compiled, and the interpreter evaluates the rest. */
    record OfTables(Expr expr) implements TupleFunction {
        @Override
        public @Nullable Object value(int[] tuple) {
            return interpreter(tuple).value(expr);
        }

        @Override
        public long whole(int[] tuple) {
            return Interpreter.whole(requireNonNull(value(tuple)));
        }

        @Override
        public double real(int[] tuple) {
            return Interpreter.real(requireNonNull(value(tuple)));
        }

        @Override
        public boolean test(int[] tuple) {
            return interpreter(tuple).isTrue(expr);
        }

        private static Interpreter interpreter(int[] tuple) {
            return new Interpreter(leaf -> leaf(leaf, tuple));
        }

        @SuppressWarnings("unchecked") // parts() creates these functions
        private static @Nullable Object leaf(Expr leaf, int[] tuple) {
            int row = tuple[requireNonNull(leaf.row()).root().place()];
            if (leaf instanceof Expr.Exists) {
                return row >= 0;
            }
            Object function = ((Expr.Given) leaf).function();
            return row < 0 ? null : ((IntFunction<@Nullable Object>) function).apply(row);
        }
    }
}
