package org.speedwell.accelerator.mapping;

import java.util.List;
import java.util.Optional;
import org.speedwell.accelerator.mapping.Member.Children;
import org.speedwell.accelerator.mapping.Member.Embedded;
import org.speedwell.accelerator.mapping.Member.Property;
import org.speedwell.accelerator.mapping.Member.Reference;

/** A mapped attribute of a class of rows. */
public sealed interface Member permits Property, Embedded, Reference, Children {
    Attribute attribute();

    /**
     * An attribute with the value of one column.
     *
     * @param isId true if the column belongs to the primary key
     * @param isVersion true if the column counts the versions of a row
     */
    record Property(Attribute attribute, DatabaseName column, Conversion conversion, boolean isId, boolean isVersion)
            implements Member {
        Property withColumn(DatabaseName other) {
            return new Property(attribute, other, conversion, isId, isVersion);
        }

        Property withConversion(Conversion other) {
            return new Property(attribute, column, other, isId, isVersion);
        }
    }

    /**
     * An attribute with an object whose own members belong to columns of the same table.
     *
     * @param isDeclared true if annotations say so; otherwise one JSON column may hold the whole object instead
     */
    record Embedded(Attribute attribute, List<Member> members, boolean isDeclared) implements Member {
        public Embedded {
            members = List.copyOf(members);
        }
    }

    /**
     * An attribute with the row of another table that a foreign key names.
     *
     * @param joins the columns of the foreign key; empty if the target's key implies them
     * @param isId true if the foreign key belongs to the primary key
     */
    record Reference(Attribute attribute, Class<?> target, List<JoinPair> joins, boolean isId) implements Member {
        public Reference {
            joins = List.copyOf(joins);
        }
    }

    /**
     * A column of a foreign key.
     *
     * @param referenced the column of the target that it refers to; empty for the target's only key column
     */
    record JoinPair(DatabaseName column, Optional<String> referenced) {}

    /**
     * An attribute with the rows of another table that refer to this row. It is read-only.
     *
     * @param mappedBy the attribute of the target that refers to this class
     * @param isSingle true if the attribute holds one row, not a collection
     * @param orderBy the order of the rows as Jakarta Persistence writes it; empty if there is none
     */
    record Children(Attribute attribute, Class<?> target, String mappedBy, boolean isSingle, String orderBy)
            implements Member {}
}
