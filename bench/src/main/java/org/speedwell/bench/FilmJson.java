package org.speedwell.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.sql.Timestamp;
import java.time.format.DateTimeFormatter;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** An encoder of films by Jackson, with the same bytes as {@link org.speedwell.accelerator.query.RowEncoder}. */
public final class FilmJson {
    private FilmJson() {}

    /** The order of the columns in the table. */
    @JsonPropertyOrder({
        "filmId",
        "title",
        "description",
        "releaseYear",
        "languageId",
        "originalLanguageId",
        "rentalDuration",
        "rentalRate",
        "length",
        "replacementCost",
        "rating",
        "specialFeatures",
        "lastUpdate"
    })
    private interface TableOrder {}

    private static final class RatingName extends ValueSerializer<Rating> {
        @Override
        public void serialize(Rating rating, JsonGenerator to, SerializationContext context) {
            to.writeString(rating.toDatabase());
        }
    }

    private static final class LocalTime extends ValueSerializer<Timestamp> {
        @Override
        public void serialize(Timestamp time, JsonGenerator to, SerializationContext context) {
            to.writeString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time.toLocalDateTime()));
        }
    }

    /** Returns a builder of a Jackson mapper with the settings that entities need. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .addMixIn(Film.class, TableOrder.class)
                .addModule(new SimpleModule()
                        .addSerializer(Rating.class, new RatingName())
                        .addSerializer(Timestamp.class, new LocalTime()));
    }
}
