package org.speedwell.bench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import org.jspecify.annotations.Nullable;

/** A film, with the columns that the service needs. */
@Entity
class Film {
    @Id
    private Integer filmId = 0;

    private String title = "";
    private @Nullable Integer length;

    @Enumerated(EnumType.STRING)
    private Rating rating = Rating.G;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "language_id")
    @SuppressWarnings("NullAway.Init")
    private Language language;

    Integer getFilmId() {
        return filmId;
    }

    String getTitle() {
        return title;
    }

    @Nullable
    Integer getLength() {
        return length;
    }

    void setLength(@Nullable Integer minutes) {
        length = minutes;
    }

    Rating getRating() {
        return rating;
    }

    Language getLanguage() {
        return language;
    }
}
