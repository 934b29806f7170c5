package org.speedwell.accelerator.column;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.memory.RegionWriter;

/** Columns in files: how each is described, and where its regions lie. */
public final class ColumnFormat {
    private ColumnFormat() {}

    /** Finds the bytes of an extent. */
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
     * The column that was written.
     *
     * @param valueClass the class of the values in entities: an enum has to be the one that was written
     * @param mapper of the model, for columns whose values it maps when they are read
     * @throws IOException if the description is not one of this format, or not of this model
     */
    public static Column read(
            DataInput in, Regions regions, Class<?> valueClass, @Nullable Function<Object, Object> mapper)
            throws IOException {
        int rows = in.readInt();
        String kind = in.readUTF();
        switch (kind) {
            case "ABSENT" -> {
                return new AbsentColumn(rows, in.readUTF());
            }
            case "KEYS" -> {
                Validity validity = readValidity(in, regions);
                KeyCodec codec = readCodec(in, regions, valueClass, mapper);
                Codes codes = readCodes(in, regions);
                return new KeyColumn(codec, codes, in.readLong(), in.readLong(), in.readLong(), validity);
            }
            case "BYTES" -> {
                Validity validity = readValidity(in, regions);
                ByteForm form = form(in.readUTF());
                boolean isMapped = in.readBoolean();
                Codes ends = readCodes(in, regions);
                return new BytesColumn(ends, regions.at(Extent.read(in)), form, isMapped ? mapper : null, validity);
            }
            default -> throw new IOException("an unknown kind of column, " + kind);
        }
    }

    private static void writeValidity(@Nullable Validity validity, RegionWriter regions, DataOutput out)
            throws IOException {
        out.writeInt(validity == null ? 0 : validity.nulls());
        if (validity != null) {
            regions.write(validity.region()).write(out);
        }
    }

    private static @Nullable Validity readValidity(DataInput in, Regions regions) throws IOException {
        int nulls = in.readInt();
        return nulls == 0 ? null : new Validity(regions.at(Extent.read(in)), nulls);
    }

    private static void writeCodes(Codes codes, RegionWriter regions, DataOutput out) throws IOException {
        out.writeInt(codes.rows());
        out.writeInt(codes.shift());
        regions.write(codes.region()).write(out);
    }

    private static Codes readCodes(DataInput in, Regions regions) throws IOException {
        int rows = in.readInt();
        int shift = in.readInt();
        return new Codes(regions.at(Extent.read(in)), shift, rows);
    }

    private static void writeCodec(KeyCodec codec, RegionWriter regions, DataOutput out) throws IOException {
        switch (codec) {
            case IntegralCodec integral -> out.writeUTF("INTEGRAL " + integral.name());
            case FloatingCodec floating -> out.writeUTF("FLOATING " + floating.name());
            case TemporalCodec temporal -> out.writeUTF("TEMPORAL " + temporal.name());
            case DecimalCodec decimal -> out.writeUTF("DECIMAL " + decimal.scale());
            case EnumCodec constants -> out.writeUTF("ENUM " + constants.names());
            case CoarseCodec coarse -> {
                out.writeUTF("COARSE " + coarse.unit());
                writeCodec(coarse.fine(), regions, out);
            }
            case MappedCodec mapped -> {
                out.writeUTF("MAPPED ");
                writeCodec(mapped.stored(), regions, out);
            }
            case TextCodec text -> {
                out.writeUTF("TEXT " + name(text.form()));
                writeCodes(text.dictionary().ends(), regions, out);
                regions.write(text.dictionary().region()).write(out);
            }
        }
    }

    private static KeyCodec readCodec(
            DataInput in, Regions regions, Class<?> valueClass, @Nullable Function<Object, Object> mapper)
            throws IOException {
        String[] words = in.readUTF().split(" ", 2);
        return switch (words[0]) {
            case "INTEGRAL" -> IntegralCodec.valueOf(words[1]);
            case "FLOATING" -> FloatingCodec.valueOf(words[1]);
            case "TEMPORAL" -> TemporalCodec.valueOf(words[1]);
            case "DECIMAL" -> new DecimalCodec(Integer.parseInt(words[1]));
            case "ENUM" -> constants(words[1], valueClass);
            case "COARSE" -> CoarseCodec.of(readCodec(in, regions, valueClass, mapper), Long.parseLong(words[1]));
            case "MAPPED" -> {
                KeyCodec stored = readCodec(in, regions, valueClass, mapper);
                if (mapper == null) {
                    throw new IOException("values of a type mapper that the model no longer has");
                }
                yield new MappedCodec(stored, mapper);
            }
            case "TEXT" -> {
                ByteForm form = form(words[1]);
                Codes ends = readCodes(in, regions);
                yield new TextCodec(new Dictionary(ends, regions.at(Extent.read(in)), form), form);
            }
            default -> throw new IOException("an unknown codec, " + words[0]);
        };
    }

    private static KeyCodec constants(String names, Class<?> valueClass) throws IOException {
        if (!valueClass.isEnum()) {
            throw new IOException("constants of an enum, but the model has " + valueClass.getName());
        }
        EnumCodec codec = new EnumCodec((Enum<?>[]) valueClass.getEnumConstants());
        if (!codec.names().equals(names)) {
            throw new IOException("the constants " + names + ", but the model has " + codec.names());
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
        String[] words = name.split(" ", 2);
        return switch (words[0]) {
            case "TEXT" -> new ByteForm.Text();
            case "BINARY" -> new ByteForm.Binary();
            case "BLOB" -> new ByteForm.LargeObject();
            case "WHOLE" -> new ByteForm.Whole();
            case "DECIMAL" -> new ByteForm.Decimal(Integer.parseInt(words[1]));
            default -> throw new IOException("an unknown form of bytes, " + name);
        };
    }
}
