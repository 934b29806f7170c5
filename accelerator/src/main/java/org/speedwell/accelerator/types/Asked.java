package org.speedwell.accelerator.types;

import java.sql.SQLException;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.database.LoadException;

/**
 * Values of which the driver alone knows what it makes.
 *
 * @param type as SQL writes it
 * @param databaseClass the class of the values that the driver gives
 */
record Asked(String type, TextAt text, Class<?> databaseClass, ServerValues server) implements ImageDecoder {
    @Override
    public boolean append(byte[] event, int start, ColumnBuilder target) throws SQLException, LoadException {
        return target.append(server.value(type, text.read(event, start), databaseClass));
    }
}
