package org.speedwell.accelerator.column;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TimeZone;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.CoarseCodec;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.codec.DecimalCodec;
import org.speedwell.accelerator.codec.Dictionary;
import org.speedwell.accelerator.codec.EnumCodec;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.LocalDateCodec;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.codec.TextCodec;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.memory.RegionWriter;

/** The file format of columns: the description of each column, and the extents of its regions. */
public final class ColumnFormat {
    private ColumnFormat() {}

    /** A lookup of the bytes of an extent. */
    @FunctionalInterface
    public interface Regions {
        Region at(Extent extent) throws IOException;
    }

    /** Writes the column's regions to one place and its description to another. */
    public static void write(Column column, RegionWriter regions, DataOutput out) throws IOException {
        out.writeInt(column.rows());
        switch (column) {
            case AbsentColumn absent -> {
                out.writeUTF("ABSENT");
                out.writeUTF(absent.name());
            }
            case KeyColumn keys -> {
                out.writeUTF("KEYS");
                writeValidity(keys.validity(), regions, out);
                writeCodec(keys.codec(), regions, out);
                writeCodes(keys.codes(), regions, out);
                out.writeLong(keys.base());
                out.writeLong(keys.min());
                out.writeLong(keys.max());
            }
            case BytesColumn bytes -> {
                out.writeUTF("BYTES");
                writeValidity(bytes.validity(), regions, out);
                out.writeUTF(name(bytes.form()));
                out.writeBoolean(bytes.isMapped());
                writeCodes(bytes.ends(), regions, out);
                regions.write(bytes.region()).write(out);
            }
        }
    }

    /**
     * Reads a column. The method checks the description, so that reads stay within the column's regions.
     * {@link ColumnCheck} checks the bytes themselves.
     *
     * @param rows the number of rows of the table
     * @param valueClass the class of the values in entities; an enum must have the constants that the file names
     * @param databaseClass the class of the values that the mapper accepts
     * @param mapper the model's mapper, for columns that map values at each read
     * @throws IOException if the description does not have this format, or does not match this model
     */
    public static Column read(
            DataInput in,
            Regions regions,
            int rows,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper)
            throws IOException {
        int found = in.readInt();
        if (found != rows) {
            throw new IOException("it has " + found + " rows, but the table has " + rows);
        }
        String kind = in.readUTF();
        return switch (kind) {
            case "ABSENT" -> new AbsentColumn(rows, in.readUTF());
            case "KEYS" -> {
                Validity validity = readValidity(in, regions, rows);
                KeyCodec codec = readCodec(in, regions, valueClass, databaseClass, mapper);
                Codes codes = readCodes(in, regions);
                require(codes.rows() == rows, "it has " + codes.rows() + " codes, but the table has " + rows + " rows");
                yield keys(codec, codes, in.readLong(), in.readLong(), in.readLong(), validity);
            }
            case "BYTES" -> {
                Validity validity = readValidity(in, regions, rows);
                ByteForm form = form(in.readUTF());
                boolean isMapped = in.readBoolean();
                requireClass(form.valueClass(), isMapped ? databaseClass : valueClass);
                Codes ends = readCodes(in, regions);
                require(ends.rows() == rows, "it has " + ends.rows() + " values, but the table has " + rows + " rows");
                Region bytes = regions.at(Extent.read(in));
                yield new BytesColumn(ends, bytes, form, isMapped ? required(mapper) : null, validity);
            }
            default -> throw new IOException("it is a column of the unknown kind " + kind);
        };
    }

    private static KeyColumn keys(
            KeyCodec codec, Codes codes, long base, long min, long max, @Nullable Validity validity)
            throws IOException {
        boolean empty = codes.rows() == (validity == null ? 0 : validity.nulls());
        long span = max - min;
        boolean fits = codes.width() == Long.BYTES
                ? base == 0 && min <= max
                : base == min && span >= 0 && span <= (1L << Byte.SIZE * codes.width()) - 1;
        require(
                fits,
                "its keys from " + min + " to " + max + " do not fit codes of " + codes.width() + " bytes from base "
                        + base);
        long keys = codec.keys();
        require(
                empty ? min == 0 && max == 0 : keys == Long.MAX_VALUE || min >= 0 && max < keys,
                "it has keys from " + min + " to " + max + ", but its codec has only " + (empty ? 0 : keys));
        return KeyColumn.of(codec, new KeyList(base, codes), min, max, validity);
    }

    private static void require(boolean condition, String found) throws IOException {
        if (!condition) {
            throw new IOException(found);
        }
    }

    private static void requireClass(Class<?> found, Class<?> expected) throws IOException {
        if (expected != Object.class && !expected.isAssignableFrom(found)) {
            throw new IOException(
                    "it has values of " + found.getTypeName() + ", but the model has " + expected.getTypeName());
        }
    }

    private static Function<@Nullable Object, @Nullable Object> required(
            @Nullable Function<@Nullable Object, @Nullable Object> mapper) throws IOException {
        if (mapper == null) {
            throw new IOException("it has values of a type mapper, but the model has no type mapper");
        }
        return mapper;
    }

    private static void writeValidity(@Nullable Validity validity, RegionWriter regions, DataOutput out)
            throws IOException {
        out.writeInt(validity == null ? 0 : validity.nulls());
        if (validity != null) {
            regions.write(validity.region()).write(out);
        }
    }

    private static @Nullable Validity readValidity(DataInput in, Regions regions, int rows) throws IOException {
        int nulls = in.readInt();
        require(nulls >= 0 && nulls <= rows, "it has " + nulls + " NULLs in " + rows + " rows");
        if (nulls == 0) {
            return null;
        }
        Region words = regions.at(Extent.read(in));
        require(words.size() == Validity.size(rows), "its bitmap has " + words.size() + " bytes for " + rows + " rows");
        return new Validity(words, nulls);
    }

    private static void writeCodes(Codes codes, RegionWriter regions, DataOutput out) throws IOException {
        out.writeInt(codes.rows());
        out.writeInt(codes.shift());
        regions.write(codes.region()).write(out);
    }

    private static Codes readCodes(DataInput in, Regions regions) throws IOException {
        int rows = in.readInt();
        int shift = in.readInt();
        Region region = regions.at(Extent.read(in));
        require(
                rows >= 0 && Codes.isShift(shift) && region.size() == Codes.size(rows, shift),
                "it has " + region.size() + " bytes for " + rows + " codes of width number " + shift);
        return new Codes(region, shift, rows);
    }

    private static void writeCodec(KeyCodec codec, RegionWriter regions, DataOutput out) throws IOException {
        switch (codec) {
            case IntegralCodec integral -> out.writeUTF("INTEGRAL " + integral.name());
            case FloatingCodec floating -> out.writeUTF("FLOATING " + floating.name());
            case TemporalCodec temporal ->
                out.writeUTF("TEMPORAL " + temporal.name() + " "
                        + TimeZone.getDefault().getID());
            case LocalDateCodec day -> out.writeUTF("LOCAL_DATE " + day.name());
            case DecimalCodec decimal -> out.writeUTF("DECIMAL " + decimal.scale());
            case EnumCodec constants -> out.writeUTF("ENUM " + constants.names());
            case CoarseCodec coarse -> {
                out.writeUTF("COARSE " + coarse.unit());
                writeCodec(coarse.fine(), regions, out);
            }
            case MappedCodec mapped -> {
                out.writeUTF("MAPPED " + (mapped.isOrdered() ? "ORDERED" : "UNORDERED"));
                writeCodec(mapped.stored(), regions, out);
                out.writeLong(mapped.entries().base());
                writeCodes(mapped.entries().codes(), regions, out);
                out.writeInt(mapped.nullEntry());
            }
            case TextCodec text -> {
                out.writeUTF("TEXT " + name(text.form()));
                writeCodes(text.dictionary().ends(), regions, out);
                regions.write(text.dictionary().region()).write(out);
            }
        }
    }

    private static KeyCodec readCodec(
            DataInput in,
            Regions regions,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper)
            throws IOException {
        String[] words = words(in.readUTF());
        if (words[0].equals("MAPPED")) {
            KeyCodec stored = plainCodec(words(in.readUTF()), in, regions, databaseClass);
            KeyList entries = new KeyList(in.readLong(), readCodes(in, regions));
            int nullEntry = in.readInt();
            require(
                    nullEntry >= MappedCodec.NONE && nullEntry < entries.size(),
                    "its entry for NULL has the invalid number " + nullEntry);
            boolean isOrdered = words[1].equals("ORDERED");
            return new MappedCodec(stored, entries, nullEntry, required(mapper), isOrdered, valueClass);
        }
        return plainCodec(words, in, regions, valueClass);
    }

    private static KeyCodec plainCodec(String[] words, DataInput in, Regions regions, Class<?> valueClass)
            throws IOException {
        if (words[0].equals("COARSE")) {
            KeyCodec fine = plainCodec(words(in.readUTF()), in, regions, valueClass);
            require(
                    fine instanceof TemporalCodec,
                    "it has a unit, but its codec " + fine + " is not for dates and times");
            return CoarseCodec.of(fine, number(words[1], 1, Long.MAX_VALUE));
        }
        KeyCodec codec = fine(words, in, regions, valueClass);
        requireClass(codec.valueClass(), valueClass);
        return codec;
    }

    /**
     * Returns a codec of dates and times. Their keys are milliseconds since the epoch, which depend on the time zone of
     * the load. Therefore the file's time zone must have the same rules as the time zone of this JVM.
     */
    private static KeyCodec temporal(String name) throws IOException {
        String[] words = words(name);
        TimeZone here = TimeZone.getDefault();
        require(
                here.hasSameRules(TimeZone.getTimeZone(words[1])),
                "its dates and times are in time zone " + words[1] + ", but this JVM is in " + here.getID()
                        + ". Start the JVM with -Duser.timezone=" + words[1]);
        return constant(TemporalCodec.class, words[0]);
    }

    private static KeyCodec fine(String[] words, DataInput in, Regions regions, Class<?> valueClass)
            throws IOException {
        return switch (words[0]) {
            case "INTEGRAL" -> constant(IntegralCodec.class, words[1]);
            case "FLOATING" -> constant(FloatingCodec.class, words[1]);
            case "TEMPORAL" -> temporal(words[1]);
            case "LOCAL_DATE" -> constant(LocalDateCodec.class, words[1]);
            case "DECIMAL" -> new DecimalCodec(scale(words[1]));
            case "ENUM" -> constants(words[1], valueClass);
            case "TEXT" -> {
                ByteForm form = form(words[1]);
                Codes ends = readCodes(in, regions);
                yield new TextCodec(new Dictionary(ends, regions.at(Extent.read(in)), form), form);
            }
            default -> throw new IOException("it has the unknown codec " + words[0]);
        };
    }

    /** Returns the first word, and the text that follows it. */
    private static String[] words(String name) {
        int space = name.indexOf(' ');
        return space < 0 ? new String[] {name, ""} : new String[] {name.substring(0, space), name.substring(space + 1)};
    }

    private static <T extends Enum<T>> T constant(Class<T> type, String name) throws IOException {
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException e) {
            throw new IOException("it has the unknown codec " + name, e);
        }
    }

    private static long number(String text, long min, long max) throws IOException {
        try {
            long number = Long.parseLong(text);
            require(number >= min && number <= max, number + " is not a number from " + min + " to " + max);
            return number;
        } catch (NumberFormatException e) {
            throw new IOException("'" + text + "' is not a number", e);
        }
    }

    private static int scale(String text) throws IOException {
        return (int) number(text, 0, ByteForm.Decimal.MAX_SCALE);
    }

    private static KeyCodec constants(String names, Class<?> valueClass) throws IOException {
        if (!valueClass.isEnum()) {
            throw new IOException("it has enum constants, but the model has " + valueClass.getName());
        }
        EnumCodec codec = new EnumCodec((Enum<?>[]) valueClass.getEnumConstants());
        if (!codec.names().equals(names)) {
            throw new IOException("it has the enum constants " + names + ", but the model has " + codec.names());
        }
        return codec;
    }

    private static String name(ByteForm form) {
        return switch (form) {
            case ByteForm.Text text -> "TEXT";
            case ByteForm.Binary binary -> "BINARY";
            case ByteForm.LargeObject blob -> "BLOB";
            case ByteForm.Whole whole -> "WHOLE";
            case ByteForm.Decimal decimal -> "DECIMAL " + decimal.scale();
        };
    }

    private static ByteForm form(String name) throws IOException {
        String[] words = words(name);
        return switch (words[0]) {
            case "TEXT" -> new ByteForm.Text();
            case "BINARY" -> new ByteForm.Binary();
            case "BLOB" -> new ByteForm.LargeObject();
            case "WHOLE" -> new ByteForm.Whole();
            case "DECIMAL" -> new ByteForm.Decimal(scale(words[1]));
            default -> throw new IOException("it has bytes of the unknown form " + name);
        };
    }
}
