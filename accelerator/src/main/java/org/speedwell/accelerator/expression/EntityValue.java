package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.expr.Interpreter;

/** An evaluator of Speedwell expressions on entities. It calls the functions in the leaves. */
final class EntityValue {
    private static final ExprText TEXT = new ExprText(EntityValue::name);

    private EntityValue() {}

    /** Returns the value of an expression for an entity. */
    static @Nullable Object of(Expr expr, Object entity) {
        return new Interpreter(leaf -> part(leaf, entity)).value(expr);
    }

    @SuppressWarnings("unchecked") // the function accepts such entities
    private static @Nullable Object part(Expr leaf, Object entity) {
        if (!(leaf instanceof Expr.Given given)) {
            throw new IllegalArgumentException("An expression of entities cannot contain " + leaf);
        }
        return switch (given.function()) {
            case ReferenceField<?, ?, ?> field -> ((ReferenceField<Object, ?, ?>) field).get(entity);
            case Expression<?> expression -> new ExpressionValue<>((Expression<Object>) expression).apply(entity);
            case Predicate<?> predicate -> ((Predicate<Object>) predicate).test(entity);
            default -> ((Function<Object, @Nullable Object>) given.function()).apply(entity);
        };
    }

    /** Returns a readable text of an expression. */
    static String text(Expr expr) {
        return TEXT.of(expr);
    }

    private static String name(Expr leaf) {
        return leaf instanceof Expr.Given given && given.function() instanceof Field<?> field
                ? field.identifier().getColumnId()
                : leaf instanceof Expr.Given given ? String.valueOf(given.function()) : String.valueOf(leaf);
    }
}
