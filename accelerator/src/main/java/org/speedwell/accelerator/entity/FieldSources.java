package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.EntityVariant;
import org.speedwell.accelerator.lambda.FieldSource;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.Discriminator;
import org.speedwell.accelerator.mapping.Member;

/** The sources of instance fields, for the analysis of functions of entities. */
final class FieldSources {
    private final MappedTable<?> table;
    private final List<? extends ReferenceModel<?>> references;

    /** True if a setter does more than assign its argument to a field, and so may also change other fields. */
    private boolean isOpaque;

    private FieldSources(MappedTable<?> table, List<? extends ReferenceModel<?>> references) {
        this.table = table;
        this.references = references;
    }

    /**
     * Returns the analyzer of functions of a table's entities; null if setters may change several fields, or if a
     * discriminator column is mapped to values that are not texts.
     */
    static @Nullable EntityCode code(MappedTable<?> table, List<? extends ReferenceModel<?>> references) {
        FieldSources all = new FieldSources(table, references);
        Discriminator<?> discriminator = table.mapping().discriminator().orElse(null);
        if (discriminator != null) {
            return all.code(discriminator);
        }
        Map<String, FieldSource> sources = all.of(table.mapping().members());
        return all.isOpaque ? null : EntityCode.ofFields(table.mapping().type(), sources);
    }

    private @Nullable EntityCode code(Discriminator<?> discriminator) {
        MappedColumn column = table.discriminator(discriminator);
        List<EntityVariant> variants = new ArrayList<>();
        discriminator
                .variants()
                .forEach(variant ->
                        variants.add(new EntityVariant(variant.value(), variant.type(), of(variant.members()))));
        return isOpaque || variants.isEmpty() || column.form().valueClass() != String.class
                ? null
                : EntityCode.ofVariants(table.mapping().type(), column.name(), variants);
    }

    private Map<String, FieldSource> of(List<Member> members) {
        Map<String, FieldSource> sources = new HashMap<>();
        for (Member member : members) {
            Attribute attribute = member.attribute();
            String field = field(attribute);
            if (field == null) {
                isOpaque = true;
            } else {
                FieldSource source = source(member);
                if (source != null) {
                    sources.put(field, source);
                }
            }
        }
        return sources;
    }

    /** Returns the instance field that holds an attribute; null if it is unknown. */
    private static @Nullable String field(Attribute attribute) {
        Attribute.Property property = attribute.property();
        return property == null ? attribute.name() : EntityCode.fieldSet(property.setter());
    }

    /** Returns the column of a property; null if an {@code Optional} holds a value of an unknown class. */
    private @Nullable FieldSource column(Member.Property property) {
        Attribute attribute = property.attribute();
        if (attribute.rawType() != Optional.class) {
            return new FieldSource.Column(table.columnOf(property));
        }
        Class<?> inner = attribute.valueClass();
        return inner == Optional.class ? null : new FieldSource.Column(table.columnOf(property), inner);
    }

    private @Nullable FieldSource source(Member member) {
        return switch (member) {
            case Member.Property property -> column(property);
            case Member.Embedded embedded ->
                new FieldSource.Embedded(embedded.attribute().rawType(), of(embedded.members()), true);
            case Member.Reference reference -> {
                ReferenceModel<?> model = ReferenceModel.of(reference, references);
                yield new FieldSource.Reference(model.table(), model.foreignKey(), model.key());
            }
            case Member.Children children -> null;
        };
    }
}
