package org.speedwell.accelerator.lambda;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.ColumnId;

/**
 * The classes of the entities of a table. A column determines the class of each row. Immutable.
 *
 * @param discriminator the name of the column
 * @param codes the code of each class, by the value of the column; at least one
 */
record EntityVariants(String discriminator, Map<String, EntityCode> codes) {

    static EntityVariants of(String discriminator, List<EntityVariant> variants) {
        Map<String, EntityCode> codes = new LinkedHashMap<>();
        for (EntityVariant variant : variants) {
            codes.put(variant.value(), new EntityCode(variant.type(), variant.fields(), true));
        }
        return new EntityVariants(discriminator, codes);
    }

    /** Returns the entity of a row that exists, as a choice between the classes. */
    Code in(Row row) {
        Code.Read value = new Code.Read(row, ColumnId.of(discriminator), String.class);
        Code entity = null;
        for (Map.Entry<String, EntityCode> variant : codes.entrySet()) {
            Code.Entity of = new Code.Entity(variant.getValue(), row, "", false);
            entity = entity == null
                    ? of // no row has another value than these
                    : Code.choice(Optionals.equal(value, new Code.Literal(variant.getKey())), of, entity);
        }
        return Objects.requireNonNull(entity);
    }

    /** Returns why functions of a class cannot be analysed; null if those of all classes can. */
    @Nullable
    NotAnalyzableException refusal() {
        return codes.values().stream()
                .map(EntityCode::refusal)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
