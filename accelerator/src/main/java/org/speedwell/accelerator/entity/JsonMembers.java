package org.speedwell.accelerator.entity;

import java.util.List;
import java.util.Optional;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Conversion;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.accelerator.mapping.Discriminator;
import org.speedwell.accelerator.mapping.Member;

/** A finder of the records that one JSON column holds, instead of a column for each component. */
final class JsonMembers {
    private JsonMembers() {}

    /** Returns the same mapping, with the value of a column for each object that a JSON column of the table holds. */
    static <E> ClassMapping<E> resolved(ClassMapping<E> mapping, DatabaseTable table) {
        return new ClassMapping<>(
                mapping.type(),
                mapping.schema(),
                mapping.table(),
                resolved(mapping.members(), table),
                mapping.discriminator().map(found -> resolved(found, table)));
    }

    private static <E> Discriminator<E> resolved(Discriminator<E> discriminator, DatabaseTable table) {
        return new Discriminator<>(
                discriminator.column(),
                discriminator.isNumber(),
                discriminator.variants().stream()
                        .<Discriminator.Variant<E>>map(variant -> new Discriminator.Variant<E>(
                                variant.type(), variant.value(), resolved(variant.members(), table)))
                        .toList());
    }

    private static List<Member> resolved(List<Member> members, DatabaseTable table) {
        return members.stream()
                .map(member -> member instanceof Member.Embedded embedded ? resolved(embedded, table) : member)
                .toList();
    }

    private static Member resolved(Member.Embedded embedded, DatabaseTable table) {
        DatabaseName name = DatabaseName.implied(embedded.attribute().name());
        Optional<DatabaseColumn> own = table.column(name.candidates());
        boolean isWhole = own.isPresent()
                && (!embedded.isDeclared() && JsonForms.isJson(own.get()) || !hasColumn(embedded.members(), table));
        return isWhole
                ? new Member.Property(embedded.attribute(), name, new Conversion.ByType(), false, false)
                : new Member.Embedded(embedded.attribute(), resolved(embedded.members(), table), embedded.isDeclared());
    }

    private static boolean hasColumn(List<Member> members, DatabaseTable table) {
        return members.stream().anyMatch(member -> switch (member) {
            case Member.Property property ->
                table.column(property.column().candidates()).isPresent();
            case Member.Embedded embedded -> hasColumn(embedded.members(), table);
            case Member.Reference _, Member.Children _ -> true;
        });
    }
}
