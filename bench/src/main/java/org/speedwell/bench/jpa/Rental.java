package org.speedwell.bench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;

/** A rental of a copy. */
@Entity
class Rental {
    @Id
    private Integer rentalId = 0;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "inventory_id")
    @SuppressWarnings("NullAway.Init")
    private Inventory inventory;

    Integer getRentalId() {
        return rentalId;
    }

    Inventory getInventory() {
        return inventory;
    }
}
