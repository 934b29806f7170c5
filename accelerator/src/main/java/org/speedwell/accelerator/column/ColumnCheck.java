package org.speedwell.accelerator.column;

import java.io.IOException;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.codec.Dictionary;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.codec.TextCodec;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.text.ValueText;

/**
 * A check of the bytes of a column that comes from a file. Columns read their memory without checks. A code beyond the
 * dictionary, or an end beyond the bytes, would make a read leave its region.
 */
public final class ColumnCheck {
    /** The largest length of an array. */
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private ColumnCheck() {}

    /**
     * Checks a column. Reads all of its bytes.
     *
     * @throws IOException if the column is corrupt; the message names the error
     */
    public static void check(Column column) throws IOException {
        checkValidity(column.validity(), column.rows());
        switch (column) {
            case AbsentColumn absent -> {}
            case KeyColumn keys -> {
                checkCodes(keys);
                if (text(keys.codec()) instanceof TextCodec text) {
                    checkDictionary(text.dictionary());
                }
                if (keys.codec() instanceof MappedCodec mapped) {
                    checkEntries(mapped);
                }
            }
            case BytesColumn bytes -> checkBytes(bytes);
        }
        Reference.reachabilityFence(column);
    }

    private static KeyCodec text(KeyCodec codec) {
        return codec instanceof MappedCodec mapped ? mapped.stored() : codec;
    }

    private static void checkValidity(@Nullable Validity validity, int rows) throws IOException {
        if (validity == null) {
            return;
        }
        long valid = 0;
        int words = (int) (Validity.size(rows) / Long.BYTES);
        for (int i = 0; i < words; i++) {
            valid += Long.bitCount(validity.word(i));
        }
        require(
                valid == rows - validity.nulls(),
                "its bitmap marks " + valid + " of " + rows + " rows as valid, but its number of NULLs is",
                validity.nulls());
        int last = rows & 63;
        require(
                last == 0 || validity.word(words - 1) >>> last == 0,
                "its bitmap has bits after the last row. The number of rows is",
                rows);
    }

    private static void checkCodes(KeyColumn column) throws IOException {
        Codes codes = column.codes();
        if (codes.width() == Long.BYTES) {
            for (int row = 0; row < codes.rows(); row++) {
                long key = codes.get(row);
                if ((key < column.min() || key > column.max()) && !column.isNull(row)) {
                    throw new IOException("row " + row + " has the key " + key + ", which is outside its range from "
                            + column.min() + " to " + column.max());
                }
            }
            return;
        }
        long greatest = 0;
        for (int row = 0; row < codes.rows(); row++) {
            greatest = Math.max(greatest, codes.get(row));
        }
        require(greatest <= column.max() - column.min(), "a code exceeds the range of its keys:", greatest);
    }

    private static void checkDictionary(Dictionary dictionary) throws IOException {
        Region bytes = dictionary.region();
        long before = 0;
        long start = 0;
        for (int i = 0; i < dictionary.size(); i++) {
            long end = dictionary.ends().get(i);
            checkRun(dictionary.form(), bytes, start, end, "its dictionary entry", i);
            boolean isAbove =
                    i == 0 || bytes.compare(before, (int) (start - before), bytes, start, (int) (end - start)) < 0;
            require(isAbove, "its dictionary is out of order at entry", i);
            before = start;
            start = end;
        }
        require(start == bytes.size(), "its dictionary has " + bytes.size() + " bytes, but its entries end at", start);
    }

    private static void checkEntries(MappedCodec codec) throws IOException {
        long keys = codec.stored().keys();
        for (int place = 0; place < codec.entries().size(); place++) {
            long key = codec.entries().get(place);
            require(keys == Long.MAX_VALUE || key >= 0 && key < keys, "a mapped value has the invalid key", key);
        }
        requireOrder(codec);
    }

    /**
     * Checks the order of mapped values again, because the mapper may have changed since the file was written.
     *
     * @throws IOException if the values are no longer in order, or the mapper rejects one
     */
    private static void requireOrder(MappedCodec codec) throws IOException {
        try {
            Object previous = null;
            for (int place = 0; place < codec.entries().size(); place++) {
                Object value = codec.value(place);
                boolean isAbove = !codec.isOrdered()
                        || previous == null
                        || value.getClass() == previous.getClass() && MappedCodec.compare(previous, value) < 0;
                if (!isAbove) {
                    throw new IOException("its values are not in the order of the model's type mapper");
                }
                previous = value;
            }
        } catch (RuntimeException e) {
            throw new IOException(
                    "the model's type mapper rejects its values: " + ValueText.escaped(e.toString()),
                    ValueText.escaped(e));
        }
    }

    private static void checkBytes(BytesColumn column) throws IOException {
        Region bytes = column.region();
        long start = 0;
        for (int row = 0; row < column.rows(); row++) {
            long end = column.ends().get(row);
            if (column.isNull(row)) {
                require(end == start, "it has bytes for the NULL in row", row);
            } else {
                checkRun(column.form(), bytes, start, end, "row", row);
            }
            start = end;
        }
        require(start == bytes.size(), "it has " + bytes.size() + " bytes, but its values end at", start);
    }

    private static void checkRun(ByteForm form, Region bytes, long start, long end, String place, int number)
            throws IOException {
        if (end < start || end > bytes.size() || end - start > MAX_LENGTH) {
            throw new IOException(
                    place + " " + number + " has the invalid bytes " + start + " to " + end + " of " + bytes.size());
        }
        if (!form.isWellFormed(bytes, start, (int) (end - start))) {
            throw new IOException(place + " " + number + " has bytes that are not a valid value");
        }
    }

    private static void require(boolean condition, String found, long number) throws IOException {
        if (!condition) {
            throw new IOException(found + " " + number);
        }
    }
}
