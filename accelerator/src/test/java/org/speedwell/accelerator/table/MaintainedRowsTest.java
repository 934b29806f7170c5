package org.speedwell.accelerator.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.field.LongField;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.MaintainedRows;
import org.speedwell.accelerator.model.Position;

/** The order of the binlog positions of replaced rows. */
@Tag("unit")
class MaintainedRowsTest {
    private static final String UUID = "56ec4a72-eae5-11f1-acf8-02fc00000001";
    private static final String OTHER = "11ec4a72-eae5-11f1-acf8-02fc00000001";

    public record Sale(long id) {
        static final TableSchema<Sale> SCHEMA = TableSchema.ofRecord(Sale.class);
        static final LongField<Sale, Long> ID = SCHEMA.longField("id", Sale::id);
    }

    private final MaintainedRows<Sale> rows = MaintainedRows.of(Sale.SCHEMA.table(List.of()));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "binlog.9:100; binlog.9:99; true",
                "binlog.9:100; binlog.9:100; false",
                "binlog.9:100; binlog.9:101; false",
                "binlog.10:4; binlog.9:99; true",
                "binlog.1:4 0-1-12; binlog.9:99 0-2-11; true",
                "binlog.1:4 0-1-12; binlog.1:4 0-1-12; false",
                "binlog.1:4 0-1-12,1-1-5; binlog.1:4 0-1-12,1-1-6; false",
                "binlog.1:4 0-1-12,1-1-5; binlog.1:4 0-1-11,1-1-6; false",
                "binlog.1:4 U:1-12; binlog.1:9 U:1-11; true",
                "binlog.1:4 U:1-12; binlog.1:4 U:1-12; false",
                "binlog.1:4 U:1-12:tag:1-3; binlog.1:4 U:1-12:tag:1-2; true",
                "binlog.1:4 U:1-12:tag:1-3; binlog.1:4 U:1-11:tag:1-4; false",
                "binlog.1:4 U:1-12; binlog.1:4 O:1-3; false"
            })
    void laterPositionsArePastEarlierOnes(String present, String other, boolean arePast) {
        rows.replace(Sale.SCHEMA.table(List.of(new Sale(1))), Instant.now(), position(present));
        assertThat(rows.arePast(position(other))).isEqualTo(arePast);
        assertThat(rows.table().stream().mapToLong(Sale.ID).sum()).isEqualTo(1);
    }

    @Test
    void rowsWithoutPositionArePastNone() {
        assertThat(rows.arePast(position("binlog.1:4"))).isFalse();
        rows.replace(Sale.SCHEMA.table(List.of(new Sale(1))), Instant.now());
        assertThat(rows.arePast(position("binlog.1:4"))).isFalse();
    }

    private static Position position(String text) {
        String[] parts = text.split("[: ]", 3);
        String gtids = parts.length < 3 ? "" : parts[2].replace("U", UUID).replace("O", OTHER);
        return new Position(parts[0], Long.parseLong(parts[1]), gtids);
    }
}
