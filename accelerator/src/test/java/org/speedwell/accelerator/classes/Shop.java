package org.speedwell.accelerator.classes;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Entities of Jakarta Persistence for some tables of Sakila. */
final class Shop {
    private Shop() {}

    @Entity
    @Table(name = "language")
    static class Language {
        @Id
        private Integer languageId = 0;

        private String name = "";

        @OneToMany(mappedBy = "language")
        @OrderBy("length DESC, title")
        private List<Film> films = new ArrayList<>();

        public Integer getLanguageId() {
            return languageId;
        }

        public String getName() {
            return name;
        }

        public List<Film> getFilms() {
            return films;
        }
    }

    @Entity
    @Table(name = "film")
    static class Film {
        @Id
        private Integer filmId = 0;

        private String title = "";
        private @Nullable Integer length;
        private BigDecimal rentalRate = BigDecimal.ZERO;

        @ManyToOne
        @SuppressWarnings("NullAway.Init")
        private Language language;

        @ManyToOne
        @JoinColumn(name = "original_language_id")
        private @Nullable Language originalLanguage;

        @OneToMany(mappedBy = "film")
        private Set<Inventory> copies = Set.of();

        public Integer getFilmId() {
            return filmId;
        }

        public String getTitle() {
            return title;
        }

        public @Nullable Integer getLength() {
            return length;
        }

        public BigDecimal getRentalRate() {
            return rentalRate;
        }

        public Language getLanguage() {
            return language;
        }

        public @Nullable Language getOriginalLanguage() {
            return originalLanguage;
        }

        public Set<Inventory> getCopies() {
            return copies;
        }
    }

    @Entity
    @Table(name = "inventory")
    static class Inventory {
        @Id
        private Integer inventoryId = 0;

        @ManyToOne
        @SuppressWarnings("NullAway.Init")
        private Film film;

        public Integer getInventoryId() {
            return inventoryId;
        }

        public Film getFilm() {
            return film;
        }
    }

    @Entity
    @Table(name = "rental")
    static class Rental {
        @Id
        private Integer rentalId = 0;

        private LocalDateTime rentalDate = LocalDateTime.MIN;
        private @Nullable LocalDateTime returnDate;

        @ManyToOne
        @SuppressWarnings("NullAway.Init")
        private Inventory inventory;

        public Integer getRentalId() {
            return rentalId;
        }

        public LocalDateTime getRentalDate() {
            return rentalDate;
        }

        public @Nullable LocalDateTime getReturnDate() {
            return returnDate;
        }

        public Inventory getInventory() {
            return inventory;
        }
    }

    /** A language whose properties have annotated getters. */
    @Entity
    @Table(name = "language")
    static class Tongue {
        private Integer number = 0;
        private String text = "";

        @Id
        @Column(name = "language_id")
        public Integer getId() {
            return number;
        }

        public void setId(Integer id) {
            this.number = id;
        }

        @Column(name = "name")
        public String getName() {
            return text;
        }

        public void setName(String name) {
            this.text = name;
        }
    }

    /** A language with a setter that changes the value, so that the column does not have it. */
    @Entity
    @Table(name = "language")
    static class Shouted {
        private Integer id = 0;
        private String name = "";

        @Id
        @Column(name = "language_id")
        public Integer getId() {
            return id;
        }

        public void setId(Integer id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name.toUpperCase(Locale.ROOT);
        }
    }

    /** A row of the table of actors. */
    record Actor(int actorId, String firstName, String lastName) {}
}
