package org.speedwell.bench.rest;

import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.live.ColumnField;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.sakila.Film;

/** The rating of films as a text, so that a predicate also runs over SQL, which has no constants of the enum. */
record TextRating(TableColumn<Film> column) implements TableColumn<Film> {

    /** Returns the description of films with this rating. */
    static TableDescription<Film> in(TableDescription<Film> films) {
        return new TableDescription<>(
                films.identifier(),
                films.rows(),
                films.isHeld(),
                films.columns().stream()
                        .<TableColumn<Film>>map(
                                column -> column.property().equals("rating") ? new TextRating(column) : column)
                        .toList(),
                films.values());
    }

    @Override
    public String name() {
        return column.name();
    }

    @Override
    public String property() {
        return column.property();
    }

    @Override
    public Class<?> valueClass() {
        return String.class;
    }

    @Override
    public boolean isNullable() {
        return column.isNullable();
    }

    @Override
    public Map<String, Object> constants() {
        return Map.of();
    }

    @Override
    public Optional<Field<Film, ?>> field() {
        return Optional.of(ColumnField.ofText(
                Film.RATING.identifier(),
                film -> film.getRating().map(Film.RATING.enumToString()).orElse(null)));
    }

    @Override
    public RowEncoder<Film> addTo(RowEncoder<Film> encoder) {
        return column.addTo(encoder);
    }
}
