package org.speedwell.accelerator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.sql.Blob;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.format.Format;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.memory.RegionWriter;

/**
 * Verifies the bytes of each kind of column and index in a snapshot file. If this test fails because a layout changed,
 * older files are unreadable. Then change the format of {@link SnapshotEnd} first, and the sizes and checksums here
 * afterwards.
 */
@Tag("unit")
class ColumnLayoutTest {
    private final Lease lease = new Lease();

    /** A column, and what a model says about it. */
    private record Kind(
            Column column,
            Class<?> of,
            Class<?> stored,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper) {}

    private Kind kind(MySqlType type, int precision, Class<?> of, @Nullable Object... values) {
        return kind(type, precision, of, of, null, values);
    }

    private Kind kind(
            MySqlType type,
            int precision,
            Class<?> of,
            Class<?> stored,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            @Nullable Object... values) {
        try (ColumnBuilder builder = ColumnBuilder.of(type, precision, 2, of, stored, mapper)) {
            Arrays.asList(values).forEach(builder::append);
            return new Kind(builder.build(lease), of, stored, mapper);
        }
    }

    private static String layout(byte[] bytes) {
        return "%d %08x".formatted(bytes.length, Format.checksum(bytes));
    }

    /** Returns the sizes and checksums of the regions and the description, after the column came back from them. */
    private String layout(Kind kind) throws IOException {
        Column column = kind.column;
        ByteArrayOutputStream regions = new ByteArrayOutputStream();
        ByteArrayOutputStream description = new ByteArrayOutputStream();
        ColumnFormat.write(column, new RegionWriter(Channels.newChannel(regions)), new DataOutputStream(description));
        byte[] bytes = regions.toByteArray();
        Region whole = lease.allocate(Math.max(1, bytes.length));
        whole.putBytes(0, bytes, 0, bytes.length);
        Column read = ColumnFormat.read(
                new DataInputStream(new ByteArrayInputStream(description.toByteArray())),
                extent -> whole.slice(extent.offset(), extent.size()),
                column.rows(),
                kind.of,
                kind.stored,
                kind.mapper);
        for (int row = 0; row < column.rows() && !(column instanceof AbsentColumn); row++) {
            assertThat(read.get(row)).isEqualTo(column.get(row));
        }
        return layout(bytes) + ", " + layout(description.toByteArray());
    }

    @Test
    void columnsKeepTheirLayout() throws IOException {
        assumeThat(ByteOrder.nativeOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("absent", new Kind(new AbsentColumn(2, "film.title"), String.class, String.class, null));
        kinds.put("integral", kind(MySqlType.TINYINT, 3, Byte.class, Byte.MAX_VALUE, null, Byte.MIN_VALUE));
        kinds.put("wide", kind(MySqlType.BIGINT, 19, Long.class, Long.MIN_VALUE, Long.MAX_VALUE));
        kinds.put("floating", kind(MySqlType.DOUBLE, 22, Double.class, -0.5, 1e300));
        kinds.put("decimal", kind(MySqlType.DECIMAL, 10, BigDecimal.class, new BigDecimal("1.25"), null));
        kinds.put("long decimal", kind(MySqlType.DECIMAL, 65, BigDecimal.class, new BigDecimal("1e40").setScale(2)));
        kinds.put("coarse", kind(MySqlType.DATETIME, 19, Timestamp.class, new Timestamp(0), new Timestamp(5_000)));
        kinds.put("enum", kind(MySqlType.ENUM, 5, OpenKind.class, OpenKind.MAPPED, OpenKind.COPIED));
        kinds.put("mapped", kind(MySqlType.INT, 10, String.class, Integer.class, value -> "n" + value, 1, null, 1));
        kinds.put("dictionary", kind(MySqlType.VARCHAR, 20, String.class, "b", "", null, "b", "\uD83D\uDE00"));
        kinds.put("text", kind(MySqlType.TEXT, 20, String.class, "b", "", null, "long".repeat(20)));
        kinds.put("binary", kind(MySqlType.VARBINARY, 20, byte[].class, new byte[] {1, 2}, new byte[0]));
        kinds.put("large object", kind(MySqlType.BLOB, 20, Blob.class, (Object) null));
        List<String> layouts = new ArrayList<>();
        for (Map.Entry<String, Kind> kind : kinds.entrySet()) {
            layouts.add(kind.getKey() + ": " + layout(kind.getValue()));
        }
        assertThat(layouts)
                .containsExactly(
                        "absent: 0 00000000, 24 b9af46fa",
                        "integral: 67 be51f27d, 101 dcd7ba5d",
                        "wide: 16 a2a15d34, 81 aecc6b95",
                        "floating: 16 9b0406c7, 83 711fbf2d",
                        "decimal: 64 77c60465, 97 725c6aa5",
                        "long decimal: 128 166e34cd, 130 2cec6bef",
                        "coarse: 2 030af4d1, 106 aa977e22",
                        "enum: 2 030af4d1, 86 2ae6ccf7",
                        "mapped: 131 472c3f97, 125 04fdfc43",
                        "dictionary: 197 383c6198, 145 2355aa80",
                        "text: 209 ad3676b2, 90 de08941a",
                        "binary: 66 75e32e74, 72 fcc1de12",
                        "large object: 64 03c8eb67, 90 e9935b32");
    }

    @Test
    void indexOverTwoColumnsKeepsItsLayout() throws IOException {
        KeyColumn first = (KeyColumn) kind(MySqlType.INT, 10, Integer.class, 5, 3, 5).column;
        KeyColumn second = (KeyColumn) kind(MySqlType.INT, 10, Integer.class, 1, 2, 0).column;
        ByteArrayOutputStream regions = new ByteArrayOutputStream();
        ByteArrayOutputStream description = new ByteArrayOutputStream();
        IndexFormat.write(
                PairIndex.build(0, first, 1, second, lease),
                new RegionWriter(Channels.newChannel(regions)),
                new DataOutputStream(description));
        assertThat(layout(regions.toByteArray()) + ", " + layout(description.toByteArray()))
                .isEqualTo("70 2263c252, 184 c99b58ab");
    }

    private enum OpenKind {
        MAPPED,
        COPIED
    }
}
