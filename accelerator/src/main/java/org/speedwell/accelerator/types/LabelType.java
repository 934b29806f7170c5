package org.speedwell.accelerator.types;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** ENUM, of which the binlog has the number of the label, and SET, of which it has a bit for each label. */
record LabelType(ImageType image) implements ColumnType {
    private static final int FEW_BYTES = 2;

    @Override
    public int width() {
        return 1;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) throws LoadException {
        Labels labels =
                new Labels(in.column(), in.driver().characterSet(in.column().collation()));
        int bytes = in.column().bytes();
        ImageDecoder.LongAt number = (event, start) -> EventBytes.littleEndian(event, start, bytes);
        if (image == ImageType.ENUM) {
            return new SmallDomainDecoder(number, labels::label);
        }
        return bytes <= FEW_BYTES
                ? new SmallDomainDecoder(number, labels::labels)
                : (event, start, target) -> target.append(labels.labels(number.read(event, start)));
    }

    /** The labels of a column. */
    private record Labels(Column column, CharacterSet characters) {

        /** Returns the label of a number from 1 on; 0 stands for a value that was none. */
        @Nullable
        String label(int number) throws SQLException, LoadException {
            if (number == 0) {
                return "";
            }
            if (number > column.labels().size()) {
                throw new IllegalArgumentException("number " + number + " of an ENUM with fewer values");
            }
            byte[] label = column.labels().get(number - 1);
            return characters.string(label, 0, label.length);
        }

        String labels(long bits) throws SQLException, LoadException {
            StringJoiner labels = new StringJoiner(",");
            for (long left = bits; left != 0; left &= left - 1) {
                labels.add(label(Long.numberOfTrailingZeros(left) + 1));
            }
            return labels.toString();
        }
    }

    @Override
    public Optional<TextDecoder> textDecoder(TextColumn in) {
        if (in.target() instanceof KeyColumnBuilder keys) {
            return keys.isDirect() || image == ImageType.SET
                    ? Optional.empty()
                    : Optional.of(new TextDecoder.SmallDomain(keys, in.reader()));
        }
        return in.isUtf8() ? TextType.utf8(in) : Optional.empty();
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver)
            throws LoadException {
        if (now.type() != image) {
            return Declaration.difference(now, image);
        }
        CharacterSet characters = driver.characterSet(now.collation());
        List<String> labels = new ArrayList<>();
        for (byte[] label : now.labels()) {
            labels.add(driver.utf8(characters, label));
        }
        List<String> before = Declaration.labels(loaded.columnType());
        boolean isLonger = before.size() <= labels.size()
                && before.equals(labels.subList(0, before.size()))
                && (image == ImageType.ENUM || setBytes(before.size()) <= now.bytes());
        return isLonger ? null : "its values are " + Declaration.abbreviated(String.join(", ", labels));
    }

    private static int setBytes(int labels) {
        int bytes = (labels + 7) / 8;
        return bytes > 4 ? 8 : bytes;
    }
}
