package org.speedwell.accelerator.entity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.FieldSource;
import org.speedwell.accelerator.mapping.Attribute;
import org.speedwell.accelerator.mapping.Member;

/**
 * The sources of instance fields, for the analysis of functions of entities. A field has no source if its value differs
 * from that of the column, as an {@code Optional}, or if a setter writes it.
 */
final class FieldSources {
    private final MappedTable<?> table;
    private final List<? extends ReferenceModel<?>> references;

    private FieldSources(MappedTable<?> table, List<? extends ReferenceModel<?>> references) {
        this.table = table;
        this.references = references;
    }

    /** Returns the analyzer of functions of a table's entities; null if they have several classes. */
    static @Nullable EntityCode code(MappedTable<?> table, List<? extends ReferenceModel<?>> references) {
        return table.mapping().discriminator().isPresent()
                ? null
                : EntityCode.ofFields(
                        table.mapping().type(),
                        new FieldSources(table, references).of(table.mapping().members()));
    }

    private Map<String, FieldSource> of(List<Member> members) {
        Map<String, FieldSource> sources = new HashMap<>();
        for (Member member : members) {
            Attribute attribute = member.attribute();
            if (attribute.property() == null && attribute.rawType() != Optional.class) {
                FieldSource source = source(member);
                if (source != null) {
                    sources.put(attribute.name(), source);
                }
            }
        }
        return sources;
    }

    private @Nullable FieldSource source(Member member) {
        return switch (member) {
            case Member.Property property -> new FieldSource.Column(table.columnOf(property));
            case Member.Embedded embedded ->
                new FieldSource.Embedded(embedded.attribute().rawType(), of(embedded.members()), true);
            case Member.Reference reference ->
                references.stream()
                        .filter(known -> known.attribute().equals(reference.attribute()))
                        .findFirst()
                        .map(known -> new FieldSource.Reference(known.table(), known.foreignKey(), known.key()))
                        .orElse(null);
            case Member.Children children -> null;
        };
    }
}
