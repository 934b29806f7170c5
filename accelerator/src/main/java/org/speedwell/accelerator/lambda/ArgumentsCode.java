package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/** The type of the arguments of a function that takes one entity of each table of a join. Thread-safe. */
public final class ArgumentsCode extends ElementCode {
    private final List<EntityCode> entities;

    /** Creates the code of a function's arguments, from their entity types by table. */
    public ArgumentsCode(List<EntityCode> entities) {
        this.entities = List.copyOf(entities);
    }

    @Override
    int size() {
        return 1;
    }

    @Override
    Code element(int index) {
        return entities.get(index).object(new Row.Element(index), false);
    }

    @Override
    @Nullable
    NotAnalyzableException refusal() {
        return entities.stream()
                .map(EntityCode::refusal)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    @Nullable
    EntityCode referenced(TableId<?> table) {
        return entities.stream()
                .map(entity -> entity.referenced(table))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    boolean isTuple(Class<?> of) {
        return false;
    }

    @Override
    Code called(Code.Tuple tuple, Class<?> owner, String name) {
        throw new IllegalStateException("An argument is not a tuple: " + owner);
    }
}
