package org.speedwell.bench.rest;

import com.fasterxml.jackson.annotation.JsonFilter;
import java.util.Set;
import java.util.stream.Collectors;
import org.speedwell.bench.FilmJson;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.RowQuery;
import org.speedwell.spring.query.ServedColumn;
import org.speedwell.spring.query.ServedTable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.ser.std.SimpleBeanPropertyFilter;
import tools.jackson.databind.ser.std.SimpleFilterProvider;

/**
 * A handler that reads the same parameters as Speedwell's router. It responds with a list of entities, which Jackson
 * writes directly to the response.
 */
final class EntityHandler {
    private static final String FIELDS = "fields";

    private final FilmManager films;
    private final ServedTable<Film> table;
    private final Limits limits;
    private final ObjectWriter all = FilmJson.mapper().build().writer();
    private final ObjectWriter some =
            FilmJson.mapper().addMixIn(Object.class, WithFields.class).build().writer();

    @JsonFilter(FIELDS)
    private interface WithFields {}

    EntityHandler(FilmManager films, ServedTable<Film> table, Limits limits) {
        this.films = films;
        this.table = table;
        this.limits = limits;
    }

    ServerResponse rows(ServerRequest request) {
        RowQuery<Film> query = RowQuery.of(table, request.params(), limits);
        ServerResponse.BodyBuilder response = ServerResponse.ok().contentType(MediaType.APPLICATION_JSON);
        if (query.counts()) {
            response.header("X-Total-Count", Long.toString(query.count(films.stream())));
        }
        return response.build((_, servlet) -> {
            writer(query)
                    .writeValue(
                            servlet.getOutputStream(),
                            query.rows(films.stream()).toList());
            return null;
        });
    }

    private ObjectWriter writer(RowQuery<Film> query) {
        if (query.columns().size() == table.columns().size()) {
            return all;
        }
        Set<String> names = query.columns().stream().map(ServedColumn::property).collect(Collectors.toSet());
        return some.with(
                new SimpleFilterProvider().addFilter(FIELDS, SimpleBeanPropertyFilter.filterOutAllExcept(names)));
    }
}
