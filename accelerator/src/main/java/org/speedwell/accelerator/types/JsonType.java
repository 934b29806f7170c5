package org.speedwell.accelerator.types;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** MySQL's JSON, of which drivers make strings. */
record JsonType() implements ColumnType {

    @Override
    public int width() {
        return 0;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        boolean isUtf8 = in.driver().isJsonUtf8();
        boolean isDirect = isUtf8 && in.takesUtf8();
        return (event, start, target) -> {
            byte[] text = JsonText.of(event, in.from(start), in.end(event, start));
            if (isDirect) {
                return ImageDecoder.appendUtf8(target, text);
            }
            return target.append(
                    isUtf8 || isAscii(text)
                            ? new String(text, StandardCharsets.UTF_8)
                            : in.driver().json(text));
        };
    }

    private static boolean isAscii(byte[] text) {
        for (byte unit : text) {
            if (unit < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return Declaration.difference(now, ImageType.JSON);
    }
}
