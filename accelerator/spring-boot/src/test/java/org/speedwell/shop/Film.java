package org.speedwell.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A film, which refers to its language. */
@Entity
public class Film {
    @Id
    private Integer filmId = 0;

    private String title = "";
    private @Nullable Integer length;
    private BigDecimal rentalRate = BigDecimal.ZERO;

    @ManyToOne
    @JoinColumn(name = "language_id")
    @SuppressWarnings("NullAway.Init")
    private Language language;

    public Integer getFilmId() {
        return filmId;
    }

    public String getTitle() {
        return title;
    }

    public @Nullable Integer getLength() {
        return length;
    }

    public void setLength(@Nullable Integer minutes) {
        length = minutes;
    }

    public BigDecimal getRentalRate() {
        return rentalRate;
    }

    public Language getLanguage() {
        return language;
    }
}
