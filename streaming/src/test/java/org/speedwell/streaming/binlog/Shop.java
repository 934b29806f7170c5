package org.speedwell.streaming.binlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;

/** A record and entities for tables of Sakila. */
final class Shop {
    private Shop() {}

    record Payment(int paymentId, int customerId, BigDecimal amount) {}

    @Entity
    @Table(name = "inventory")
    static class Copy {
        @Id
        @Column(name = "inventory_id")
        private int id;

        private int filmId;

        int getId() {
            return id;
        }

        int getFilmId() {
            return filmId;
        }
    }

    @Entity
    @Table(name = "rental")
    static class Rental {
        @Id
        private int rentalId;

        private short staffId;

        @ManyToOne
        @JoinColumn(name = "inventory_id")
        private @Nullable Copy copy;

        int getRentalId() {
            return rentalId;
        }

        short getStaffId() {
            return staffId;
        }

        Copy getCopy() {
            return Objects.requireNonNull(copy);
        }
    }

    /** Creates a store without a version. */
    static MemoryStore store(DataSource database) {
        return MemoryStore.builder(database)
                .tables(Payment.class, Copy.class, Rental.class)
                .create(StoreConfiguration.defaults());
    }
}
