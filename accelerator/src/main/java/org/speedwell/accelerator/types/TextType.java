package org.speedwell.accelerator.types;

import java.sql.Clob;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.column.DictionaryColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/**
 * CHAR, VARCHAR and TEXT.
 *
 * @param lengthBytes the bytes of the length before each value; 0 where the declared length decides
 */
record TextType(ImageType image, int lengthBytes) implements ColumnType {

    @Override
    public int width() {
        return 0;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        CharacterSet characters = in.driver().characterSet(in.column().collation());
        if (image == ImageType.STRING && in.driver().isPadded()) {
            // the binlog has no trailing spaces
            int length = in.column().length() / characters.longest();
            return (event, start, target) -> {
                String text = characters.string(event, in.from(start), in.end(event, start));
                return target.append(text == null ? null : padded(text, length));
            };
        }
        if (in.databaseClass() == Clob.class) {
            return (event, start, target) -> {
                byte[] text = Arrays.copyOfRange(event, in.from(start), in.end(event, start));
                return target.append(in.driver().text(characters.name(), text, Clob.class));
            };
        }
        if (characters.isUtf8() && in.takesUtf8()) {
            return (event, start, target) -> {
                byte[] text = Arrays.copyOfRange(event, in.from(start), in.end(event, start));
                return ImageDecoder.appendUtf8(target, text);
            };
        }
        return (event, start, target) -> target.append(characters.string(event, in.from(start), in.end(event, start)));
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(Math.max(0, length - text.codePointCount(0, text.length())));
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        return in.isUtf8() && image != ImageType.STRING ? utf8(in) : Optional.empty();
    }

    /** Returns the decoder of text that arrives in UTF-8. */
    static Optional<TextDecoder> utf8(TextColumn in) {
        return switch (in.target()) {
            case DictionaryColumnBuilder words when words.takesUtf8() -> Optional.of(new TextDecoder.Words(words));
            case BytesColumnBuilder texts when texts.takesUtf8() -> Optional.of(new TextDecoder.LongText(texts));
            case DictionaryColumnBuilder words -> Optional.empty();
            case BytesColumnBuilder texts -> Optional.empty();
            case KeyColumnBuilder keys -> Optional.empty();
        };
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver)
            throws LoadException {
        String other =
                lengthBytes > 0 ? Declaration.lengthDifference(now, lengthBytes) : Declaration.difference(now, image);
        if (other != null) {
            return other;
        }
        CharacterSet characters = driver.characterSet(now.collation());
        if (!characters.name().equalsIgnoreCase(loaded.characterSet())) {
            return "its character set is " + characters.name();
        }
        int length = now.length() / characters.longest();
        return lengthBytes == 0 && length < Declaration.size(loaded.columnType(), 1)
                ? "it has a length of " + length
                : null;
    }
}
