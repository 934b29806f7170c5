package org.speedwell.accelerator.eval;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * The tuples of a block: a tuple is known by its place in the block. Expressions that are compiled in this scope read the block that
 * was entered last. For one thread.
 */
public final class TupleScope implements RowScope {
    private final List<Scope> tables;
    private final BitSet nullable;
    private int[][] rows = {};

    /**
     * @param tables the scope of each table
     * @param nullable the tables of which a tuple may have no row
     */
    public TupleScope(List<Scope> tables, BitSet nullable) {
        this.tables = tables;
        this.nullable = nullable;
    }

    /** Reads this block from now on. */
    public void enter(RowBlock block) {
        rows = block.rows;
    }

    @Override
    public @Nullable Way way(Expr of) {
        int place = only(of, nullable);
        return place < 0 ? null : new Way(rows(place), tables.get(place), inner(of));
    }

    /** Returns the place of the one table of whose rows an expression can be computed; −1 if it needs the tuple. */
    static int only(Expr of, BitSet nullable) {
        int place = place(of);
        return place < 0 || nullable.get(place) && !Scope.isStrict(of) ? -1 : place;
    }

    private RowMapping rows(int place) {
        return at -> rows[place][at];
    }

    /** Returns an expression of one table as one of its rows. */
    public static Expr inner(Expr of) {
        return of.of(row -> row.from(Row.FIRST));
    }

    /** Returns the place of the one table from which an expression starts; −1 if there are several or none. */
    public static int place(Expr of) {
        BitSet places = places(of);
        return places.cardinality() == 1 ? places.nextSetBit(0) : -1;
    }

    /** Returns the places of the tables from which an expression starts. */
    public static BitSet places(Expr of) {
        BitSet places = new BitSet();
        collect(of, places);
        return places;
    }

    private static void collect(Expr of, BitSet places) {
        Row row = of.row();
        if (row != null) {
            places.set(row.root().place());
        }
        of.operands().forEach(operand -> collect(operand, places));
    }

    @Override
    public RowMapping mapping(Row row) {
        int place = row.root().place();
        RowMapping rest = tables.get(place).mapping(row.from(Row.FIRST));
        return at -> rows[place][at] < 0 ? -1 : rest.applyAsInt(rows[place][at]);
    }

    @Override
    public Scope own() {
        throw new IllegalStateException("Each column of a tuple is one of its tables'.");
    }

    @Override
    public boolean hasAll(Expr of) {
        Row row = of.row();
        return row == null
                ? of.operands().stream().allMatch(this::hasAll)
                : row.root().place() < tables.size()
                        && tables.get(row.root().place()).hasAll(inner(of));
    }

    /** Returns the name of what a leaf reads, for a person: {@code film.length}. */
    public String name(Expr leaf) {
        Row row = leaf.row();
        if (!(row instanceof Row.Element(int place))) {
            return String.valueOf(leaf);
        }
        String table = tables.get(place).table().name();
        return switch (leaf) {
            case Expr.Column column ->
                table + "."
                        + tables.get(place)
                                .table()
                                .ref(tables.get(place).place(column))
                                .name();
            case Expr.Exists _ -> table + " exists";
            case Expr.Given _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                String.valueOf(leaf);
        };
    }

    /** Tells whether nothing that an expression computes can throw, whatever the tuple. Its value may be null. */
    public boolean isTotal(Expr of) {
        return isTotal(of, Set.of());
    }

    /** @param known expressions that have a value where this one is computed, and rows that exist there */
    private boolean isTotal(Expr of, Set<Object> known) {
        return switch (of) {
            case Expr.Column _, Expr.Constant _, Expr.Exists _ -> true;
            case Expr.IsNull isNull -> isTotal(isNull.value(), known);
            case Expr.Equal equal -> isTotal(equal.first(), known) && isTotal(equal.second(), known);
            case Expr.Require require -> isPresent(require.value(), known);
            case Expr.Not not -> isPresent(not.value(), known);
            case Expr.Compare compare -> isPresent(compare.first(), known) && isPresent(compare.second(), known);
            case Expr.Sign sign -> isPresent(sign.first(), known) && isPresent(sign.second(), known);
            case Expr.Convert convert ->
                isNumber(convert.kind()) && isNumber(convert.value().kind()) && isPresent(convert.value(), known);
            case Expr.Unary unary -> isNumber(unary.kind()) && isPresent(unary.value(), known);
            case Expr.Binary binary ->
                isNumber(binary.kind())
                        && !(binary.kind().isWhole() && isDivision(binary.operation()))
                        && isPresent(binary.first(), known)
                        && isPresent(binary.second(), known);
            case Expr.Choice choice ->
                isPresent(choice.condition(), known)
                        && isTotal(choice.then(), with(known, choice.condition()))
                        && isTotal(choice.otherwise(), with(known, Logic.not(choice.condition())));
            case Expr.And and -> areTotal(and.conditions(), known, true);
            case Expr.Or or -> areTotal(or.conditions(), known, false);
            case Expr.Given _, Expr.Parameter _, Expr.In _, Expr.Call _, Expr.Optional _, Expr.DecimalCase _ -> false;
        };
    }

    private static boolean isNumber(Kind kind) {
        return kind.isWhole() || kind == Kind.FLOAT || kind == Kind.DOUBLE;
    }

    private static boolean isDivision(Expr.BinaryOperation operation) {
        return operation == Expr.BinaryOperation.DIVIDE || operation == Expr.BinaryOperation.REMAINDER;
    }

    private boolean areTotal(List<Expr> conditions, Set<Object> known, boolean isAnd) {
        Set<Object> before = known;
        for (Expr condition : conditions) {
            if (!isPresent(condition, before)) {
                return false;
            }
            before = with(before, isAnd ? condition : Logic.not(condition));
        }
        return true;
    }

    /** Returns what is known where a condition holds, too. */
    private static Set<Object> with(Set<Object> known, Expr condition) {
        Set<Object> more = new HashSet<>(known);
        List<Expr> parts = condition instanceof Expr.And and ? and.conditions() : List.of(condition);
        for (Expr part : parts) {
            if (part instanceof Expr.Not not && not.value() instanceof Expr.IsNull isNull) {
                more.add(isNull.value());
            } else if (part instanceof Expr.Exists exists) {
                more.add(exists.row());
            }
        }
        return more;
    }

    /** Tells whether an expression is total and never null. */
    private boolean isPresent(Expr of, Set<Object> known) {
        return isTotal(of, known)
                && switch (of) {
                    case Expr.Column column -> known.contains(column) || isPresent(column, known);
                    case Expr.Constant constant -> constant.value() != null;
                    case Expr.Choice choice ->
                        isPresent(choice.then(), with(known, choice.condition()))
                                && isPresent(choice.otherwise(), with(known, Logic.not(choice.condition())));
                    case Expr.Given _, Expr.Parameter _, Expr.Call _, Expr.Optional _ -> false;
                    case Expr.Exists _,
                            Expr.Convert _,
                            Expr.Unary _,
                            Expr.Binary _,
                            Expr.Condition _,
                            Expr.Sign _,
                            Expr.Require _,
                            Expr.DecimalCase _ -> true;
                };
    }

    private boolean isPresent(Expr.Column column, Set<Object> known) {
        if (!(column.row() instanceof Row.Element(int place)) || nullable.get(place) && !known.contains(column.row())) {
            return false;
        }
        Scope scope = tables.get(place);
        return column.type().isPrimitive()
                || scope.table().column(scope.place(column)).nulls() == 0;
    }
}
