package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.ReferenceField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.speedwell.accelerator.expr.Callee;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;

/** A factory of expressions that Speedment does not have. Their operands are fields and expressions of Speedment. */
public final class Formulas {
    private Formulas() {}

    /** Returns a part of a date. A null date is an error. */
    public static Expr partOfDate(DatePart part, ReferenceField<?, ?, ?> field) {
        return partOf(part, field, new Expr.Given(Row.FIRST, field, Kind.OBJECT));
    }

    /** Returns a part of a date; its value is null if the date is null. */
    public static Expr partOfDateOrNull(DatePart part, ReferenceField<?, ?, ?> field) {
        Expr date = new Expr.Given(Row.FIRST, field, Kind.OBJECT);
        return orNull(date, partOf(part, field, date));
    }

    private static Expr partOf(DatePart part, ReferenceField<?, ?, ?> field, Expr date) {
        return new Expr.Call(new Callees.PartOfDate(part, field.identifier().getColumnId()), List.of(date));
    }

    private static Expr orNull(Expr of, Expr value) {
        return Logic.choice(new Expr.IsNull(of), Expr.NULL, value);
    }

    /**
     * Returns the part of a text between two char indexes.
     *
     * @param from the first char, inclusive
     * @param to the end, exclusive
     * @param isNullable true if the text may be null
     */
    public static Expr partOfText(Object text, int from, int to, boolean isNullable) {
        return ofText(new Callees.TextPart(from, to), text, isNullable);
    }

    /** Returns the number of chars of a text. */
    public static Expr length(Object text, boolean isNullable) {
        return ofText(new Callees.TextLength(), text, isNullable);
    }

    private static Expr ofText(Callee function, Object of, boolean isNullable) {
        Expr text = Computed.part(of, Kind.OBJECT);
        Expr value = new Expr.Call(function, List.of(text));
        return isNullable ? orNull(text, value) : value;
    }

    /**
     * Returns the value that a map has for the value of a field; null if the map does not contain it.
     *
     * @param values copied by this method
     * @param kind the kind of the map's values
     */
    public static Expr lookUp(Object field, Map<?, ?> values, Kind kind) {
        Callees.Entries copy = new Callees.Entries(values);
        List<Expr> key = List.of(new Expr.Given(Row.FIRST, field, Kind.OBJECT));
        return Logic.choice(
                Logic.not(new Expr.Call(new Callees.HasKey(copy), key)),
                Expr.NULL,
                new Expr.Call(new Callees.OfKey(copy, kind), key));
    }

    /** Returns the first value that is not null, or null if all are. */
    public static Expr firstPresent(List<? extends Expression<?>> parts) {
        return parts.reversed().stream()
                .map(Computed::part)
                .reduce((others, part) -> Logic.choice(new Expr.IsNull(part), others, part))
                .orElseThrow();
    }

    /** Returns a decimal or whole number as a decimal. A null value is an error. */
    public static Expr decimal(Expression<?> expression) {
        return new Expr.Convert(Kind.DECIMAL, Computed.part(expression));
    }

    /** Returns the decimal of a field. A null value is an error. */
    public static Expr decimal(ReferenceField<?, ?, ?> field) {
        return new Expr.Convert(Kind.DECIMAL, new Expr.Given(Row.FIRST, field, Kind.DECIMAL));
    }

    /** Returns the value of the first predicate that holds. The last value is the result if none holds. */
    public static Expr choice(List<? extends Predicate<?>> tests, List<? extends Expression<?>> values) {
        List<Expr> conditions = new ArrayList<>();
        tests.forEach(test -> conditions.add(Computed.part(test, Kind.BOOLEAN)));
        List<Expr> all = new ArrayList<>();
        values.forEach(value -> all.add(Computed.part(value)));
        if (all.getLast().kind() == Kind.DECIMAL) {
            return new Expr.DecimalCase(List.copyOf(conditions), List.copyOf(all));
        }
        Expr choice = all.getLast();
        for (int i = conditions.size() - 1; i >= 0; i--) {
            choice = Logic.choice(conditions.get(i), all.get(i), choice);
        }
        return choice;
    }
}
