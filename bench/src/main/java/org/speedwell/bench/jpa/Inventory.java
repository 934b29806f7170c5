package org.speedwell.bench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;

/** A copy of a film. */
@Entity
class Inventory {
    @Id
    private Integer inventoryId = 0;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "film_id")
    @SuppressWarnings("NullAway.Init")
    private Film film;

    Integer getInventoryId() {
        return inventoryId;
    }

    Film getFilm() {
        return film;
    }
}
