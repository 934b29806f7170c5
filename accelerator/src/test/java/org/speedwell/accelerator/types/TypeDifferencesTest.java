package org.speedwell.accelerator.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** The changes of a column's type. A change is a difference only if it changes the meaning of values. */
@Tag("unit")
class TypeDifferencesTest {
    private final DriverConversions driver = new DriverConversions(() -> {
        throw new IllegalStateException("nothing has to be asked");
    });

    private static DatabaseColumn was(String dataType, String columnType, int precision, int scale) {
        return new DatabaseColumn("c", dataType, columnType, precision, scale, "", "", true);
    }

    private static Column is(ImageType type, int length, int scale, boolean unsigned, int bytes) {
        return new Column("c", type, length, scale, unsigned, RowFormat.BINARY, List.of(), bytes);
    }

    private @Nullable String of(DatabaseColumn was, Column is) throws LoadException {
        return ColumnType.differenceOf(was, is, driver);
    }

    @Test
    void widerTypeIsNotADifference() throws LoadException {
        DatabaseColumn number = was("int", "int(11)", 10, 0);
        assertThat(of(number, is(ImageType.LONG, 0, 0, false, 4))).isNull();
        assertThat(of(number, is(ImageType.LONGLONG, 0, 0, false, 8))).isNull();
        assertThat(of(was("decimal", "decimal(8,2)", 8, 2), is(ImageType.NEWDECIMAL, 10, 2, false, 5)))
                .isNull();
        assertThat(of(was("varbinary", "varbinary(8)", 0, 0), is(ImageType.VARCHAR, 300, 0, false, -2)))
                .isNull();
        assertThat(of(was("blob", "blob", 0, 0), is(ImageType.BLOB, 0, 0, false, -4)))
                .isNull();
    }

    @Test
    void changedMeaningIsNamed() throws LoadException {
        assertThat(of(was("int", "int(11)", 10, 0), is(ImageType.LONG, 0, 0, true, 4)))
                .isEqualTo("is no longer int(11): it is UNSIGNED");
        assertThat(of(was("bigint", "bigint(20) unsigned", 20, 0), is(ImageType.LONG, 0, 0, true, 4)))
                .isEqualTo("is no longer bigint(20) unsigned: it is a LONG");
        assertThat(of(was("decimal", "decimal(8,2)", 8, 2), is(ImageType.NEWDECIMAL, 8, 3, false, 4)))
                .isEqualTo("is no longer decimal(8,2): it is a DECIMAL(8, 3)");
        assertThat(of(was("decimal", "decimal(18,2)", 18, 2), is(ImageType.NEWDECIMAL, 19, 2, false, 9)))
                .isEqualTo("is no longer decimal(18,2): it is a DECIMAL(19, 2)");
        assertThat(of(was("datetime", "datetime", 0, 0), is(ImageType.DATETIME2, 0, 6, false, 8)))
                .isEqualTo("is no longer datetime: fractions of a second have 6 digits");
        assertThat(of(was("time", "time(3)", 0, 0), is(ImageType.DATETIME2, 0, 3, false, 7)))
                .isEqualTo("is no longer time(3): it is a DATETIME2");
        assertThat(of(was("binary", "binary(8)", 0, 0), is(ImageType.STRING, 9, 0, false, -1)))
                .isEqualTo("is no longer binary(8): it has a length of 9");
        assertThat(of(was("bit", "bit(8)", 8, 0), is(ImageType.BIT, 9, 0, false, 2)))
                .isEqualTo("is no longer bit(8): it has 9 bits");
    }
}
