package org.speedwell.accelerator.mapping;

import java.util.List;

/**
 * The column that determines the class of each row of a table.
 *
 * @param isNumber true if the column holds numbers, false if it holds texts
 * @param variants the classes of rows
 */
public record Discriminator<E>(String column, boolean isNumber, List<Variant<E>> variants) {
    public Discriminator {
        variants = List.copyOf(variants);
    }

    /**
     * A class of rows.
     *
     * @param value the value of the discriminator column
     * @param members all members, those of superclasses first
     */
    public record Variant<E>(Class<? extends E> type, String value, List<Member> members) {
        public Variant {
            members = List.copyOf(members);
        }
    }
}
