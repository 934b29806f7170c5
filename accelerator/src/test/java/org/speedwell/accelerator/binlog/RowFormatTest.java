package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the parsing of table maps, as servers write them, and of row images. */
@Tag("unit")
class RowFormatTest {
    private static final int LONG = 3;
    private static final int VARCHAR = 15;
    private static final int STRING = 254;

    private final ByteArrayOutputStream map = new ByteArrayOutputStream();

    /**
     * Returns a format with INT UNSIGNED, VARCHAR(10) in latin1, and an ENUM in latin1 with one label that is not valid
     * UTF-8.
     */
    private RowFormat format() {
        begin(LONG, VARCHAR, STRING);
        metadata(10, 0, 247, 1);
        field(1, 0b1000_0000);
        field(2, 8);
        field(4, 2, 'i', 'd', 4, 'n', 'a', 'm', 'e', 4, 'k', 'i', 'n', 'd');
        field(6, 2, 1, 0xE9, 1, 'x');
        field(8, 0);
        field(10, 8);
        field(99, 1, 2, 3); // of a future server version
        return RowFormat.of(new TableMap(map.toByteArray()));
    }

    private void begin(int... types) {
        write(42, 0, 0, 0, 0, 0, 1, 0);
        name("shop");
        name("item");
        write(types.length);
        write(types);
    }

    private void name(String name) {
        write(name.length());
        map.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        write(0);
    }

    private void metadata(int... bytes) {
        write(bytes.length);
        write(bytes);
        write(0); // the columns that may be NULL
    }

    private void field(int type, int... bytes) {
        write(type, bytes.length);
        write(bytes);
    }

    private void write(int... bytes) {
        for (int one : bytes) {
            map.write(one);
        }
    }

    @Test
    void describesColumnsForTheDecoder() {
        RowFormat format = format();

        assertThat(format.schema() + "." + format.table()).isEqualTo("shop.item");
        assertThat(format.columns()).isEqualTo(3);
        assertThat(format.name(1)).isEqualTo("name");
        assertThat(format.primaryKey()).containsExactly(0);
        assertThat(format.column(0).unsigned()).isTrue();
        assertThat(format.column(1).collation()).isEqualTo(8);
        assertThat(format.column(1).length()).isEqualTo(10);
        assertThat(format.column(2).type()).isEqualTo(ImageType.ENUM);
        assertThat(format.column(2).labels().getFirst()).containsExactly(0xE9);
        map.reset();
        assertThat(format.isSame(format())).isTrue();
    }

    @Test
    void findsValuesInImages() {
        RowFormat format = format();
        byte[] image = {9, 0b000, 1, 0, 0, 0, 2, 'a', 'b', 1, 0b010, 7, 0, 0, 0, 2};
        int[] starts = new int[3];

        assertThat(format.locate(image, 1, starts)).isEqualTo(10);
        assertThat(starts).containsExactly(2, 6, 9);
        assertThat(format.locate(image, 10, starts)).isEqualTo(image.length);
        assertThat(starts).containsExactly(11, RowFormat.NULL, 15);
        for (int length = 1; length < 10; length++) {
            byte[] cut = Arrays.copyOf(image, length);
            assertThatThrownBy(() -> format.locate(cut, 1, starts))
                    .isInstanceOf(RowFormatException.class)
                    .hasMessage("A row of shop.item is cut short in the binlog.");
        }
    }

    @Test
    void namesTheMissingSetting() {
        begin(LONG);
        metadata();
        field(1, 0);

        assertThatThrownBy(() -> RowFormat.of(new TableMap(map.toByteArray())))
                .hasMessageContaining("shop.item")
                .hasMessageContaining("SET GLOBAL binlog_row_metadata = 'FULL'");
    }

    @Test
    void refusesUnknownTypes() {
        begin(12); // DATETIME before MySQL 5.6
        metadata();
        assertThatThrownBy(() -> RowFormat.of(new TableMap(map.toByteArray())))
                .hasMessageContaining("mysql56_temporal_format=ON");
        map.reset();
        begin(141);
        metadata(10, 0);
        assertThatThrownBy(() -> RowFormat.of(new TableMap(map.toByteArray())))
                .hasMessageContaining("shop.item has a COMPRESSED column");
        map.reset();
        begin(200);
        metadata();
        assertThatThrownBy(() -> RowFormat.of(new TableMap(map.toByteArray())))
                .hasMessageContaining("an unknown type in the binlog: 200");
    }
}
