package org.speedwell.accelerator.eval;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
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
        return new Totality(this::hasValue, _ -> false).isTotal(of);
    }

    private boolean hasValue(Expr.Column column, Set<Object> known) {
        if (!(column.row() instanceof Row.Element(int place)) || nullable.get(place) && !known.contains(column.row())) {
            return false;
        }
        Scope scope = tables.get(place);
        return column.type().isPrimitive()
                || scope.table().column(scope.place(column)).nulls() == 0;
    }
}
