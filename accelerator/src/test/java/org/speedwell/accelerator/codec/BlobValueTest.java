package org.speedwell.accelerator.codec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Blob;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.memory.Lease;

/** Verifies large objects as entities hold them. */
@Tag("unit")
class BlobValueTest {
    private static Blob stored(byte... bytes) {
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BLOB, 0, 0, Blob.class, Blob.class, null)) {
            builder.append(new BlobValue(bytes));
            return (Blob) requireNonNull(builder.build(new Lease()).get(0));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void emptyBlobReturnsNoBytes() throws Exception {
        Blob empty = stored();

        assertThat(empty.length()).isZero();
        assertThat(empty.getBytes(1, 0)).isEmpty();
        assertThat(empty.getBytes(1, 5)).isEmpty();
        assertThat(empty.getBinaryStream().readAllBytes()).isEmpty();
        assertThat(empty.getBinaryStream(1, 0).readAllBytes()).isEmpty();
    }

    @Test
    void bytesEndAtTheLength() throws Exception {
        Blob three = stored((byte) 1, (byte) 2, (byte) 3);

        assertThat(three.getBytes(1, 3)).containsExactly(1, 2, 3);
        assertThat(three.getBytes(3, 9)).containsExactly(3);
        assertThat(three.getBytes(4, 0)).isEmpty();
        assertThat(three.getBinaryStream(2, 2).readAllBytes()).containsExactly(2, 3);
        assertThatThrownBy(() -> three.getBytes(0, 1)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> three.getBytes(5, 0)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> three.getBytes(1, -1)).isInstanceOf(SQLException.class);
    }
}
