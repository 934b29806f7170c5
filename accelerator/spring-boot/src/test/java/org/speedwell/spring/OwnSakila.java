package org.speedwell.spring;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records and entities for tables of Sakila. */
public final class OwnSakila {
    private OwnSakila() {}

    /** A rating of films, whose text in the database is not the name of its constant. */
    public enum Rating {
        G("G"),
        NC17("NC-17"),
        PG("PG"),
        PG13("PG-13"),
        R("R");

        private final String text;

        Rating(String text) {
            this.text = text;
        }
    }

    /** The converter of ratings. */
    @Converter
    public static class RatingConverter implements AttributeConverter<Rating, String> {
        @Override
        public @Nullable String convertToDatabaseColumn(@Nullable Rating rating) {
            return rating == null ? null : rating.text;
        }

        @Override
        public @Nullable Rating convertToEntityAttribute(@Nullable String text) {
            return text == null
                    ? null
                    : Arrays.stream(Rating.values())
                            .filter(rating -> rating.text.equals(text))
                            .findFirst()
                            .orElseThrow();
        }
    }

    /** A row of the table of films, with the properties of Speedment's entity in another order. */
    public record Film(
            int filmId,
            String title,
            Optional<String> description,
            @Nullable Integer releaseYear,
            short languageId,
            Optional<Short> originalLanguageId,
            int rentalDuration,
            BigDecimal rentalRate,
            @Nullable Integer length,
            BigDecimal replacementCost,

            @Convert(converter = RatingConverter.class) @Nullable
            Rating rating,

            @Nullable String specialFeatures,
            LocalDateTime lastUpdate) {}

    /** A row of the table of actors. */
    public record Actor(int actorId, String firstName, String lastName) {}

    /** A row of the table of cities. */
    public record City(int cityId, String city, int countryId) {}

    /** A row of the table of rentals. */
    public record Rental(
            int rentalId,
            LocalDateTime rentalDate,
            int inventoryId,
            @Nullable LocalDateTime returnDate) {}

    /** A row of the table of staff, without its password. */
    public record Staff(
            int staffId,
            String firstName,
            boolean active,
            @Nullable String email) {}

    /** A language. */
    @Entity
    @Table(name = "language")
    public static class Tongue {
        @Id
        private int languageId;

        private String name = "";

        public int getLanguageId() {
            return languageId;
        }

        public String getName() {
            return name;
        }
    }

    /** The terms of a rental. */
    @Embeddable
    public static class Terms {
        private int rentalDuration;
        private BigDecimal rentalRate = BigDecimal.ZERO;
        private BigDecimal replacementCost = BigDecimal.ZERO;

        public int getRentalDuration() {
            return rentalDuration;
        }

        public BigDecimal getRentalRate() {
            return rentalRate;
        }

        public BigDecimal getReplacementCost() {
            return replacementCost;
        }
    }

    /** A film with an embedded object and references. */
    @Entity
    @Table(name = "film")
    @SuppressWarnings("NullAway.Init") // the store sets all fields
    public static class Movie {
        @Id
        private Integer filmId;

        private String title;
        private @Nullable String description;
        private @Nullable Integer length;

        @Embedded
        private Terms terms;

        @Convert(converter = RatingConverter.class)
        private @Nullable Rating rating;

        private Instant lastUpdate;

        @ManyToOne
        private Tongue language;

        @ManyToOne
        private @Nullable Tongue originalLanguage;

        public Integer getFilmId() {
            return filmId;
        }

        public String getTitle() {
            return title;
        }

        public @Nullable String getDescription() {
            return description;
        }

        public @Nullable Integer getLength() {
            return length;
        }

        public Terms getTerms() {
            return terms;
        }

        public @Nullable Rating getRating() {
            return rating;
        }

        public Instant getLastUpdate() {
            return lastUpdate;
        }

        public Tongue getLanguage() {
            return language;
        }

        public @Nullable Tongue getOriginalLanguage() {
            return originalLanguage;
        }
    }
}
