package org.speedwell.accelerator.types;

import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/**
 * A column whose values a decoder reads from the text of the protocol.
 *
 * @param databaseClass the class of the values that the driver returns
 * @param reader the driver's getter
 */
record TextColumn(
        DatabaseColumn found,
        Class<?> databaseClass,
        ColumnBuilder target,
        ValueReader reader,
        ColumnReader.Session session) {

    /** Returns whether the builder accepts keys instead of values. */
    boolean acceptsKeys() {
        return target instanceof KeyColumnBuilder keys && keys.isDirect();
    }

    KeyColumnBuilder keys() {
        return (KeyColumnBuilder) target;
    }

    /** Returns whether the text arrives in UTF-8. */
    boolean isUtf8() {
        return session.isUtf8() && CharacterSet.isUtf8(found.characterSet());
    }
}
