package org.speedwell.bench.rest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The requests of the clients. They all read films in a defined order, so that the responses of all contenders are
 * comparable.
 */
enum RestRequest {
    KEY("one film by its key", Map.of("filter", condition("filmId", "eq", "400"))),
    FIRST("the first 25 films", Map.of()),
    PAGE("1,000 films", Map.of("limit", "1000")),
    FIELDS("three fields of 1,000 films", Map.of("fields", "filmId,title,length", "limit", "1000")),
    SEARCH("filter, sort, limit of 100", search()),
    COUNT("the same, all of them counted", counted());

    private final String title;
    private final String query;

    RestRequest(String title, Map<String, String> parameters) {
        this.title = title;
        this.query = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .sorted()
                .collect(Collectors.joining("&"));
    }

    /** Returns the name for users. */
    String title() {
        return title;
    }

    /** Returns the path and query of this request to a contender. */
    String path(RestContender contender) {
        return contender.path() + (query.isEmpty() ? "" : "?" + query);
    }

    private static Map<String, String> search() {
        return Map.of(
                "filter",
                "[" + condition("rating", "eq", "\"PG-13\"") + "," + condition("length", "gt", "120") + "]",
                "sort",
                "[{\"property\":\"length\",\"direction\":\"DESC\"},{\"property\":\"filmId\"}]",
                "limit",
                "100");
    }

    private static Map<String, String> counted() {
        return Map.of(
                "filter", search().get("filter"),
                "sort", search().get("sort"),
                "limit", search().get("limit"),
                "count", "true");
    }

    private static String condition(String property, String operator, String value) {
        return "{\"property\":\"%s\",\"operator\":\"%s\",\"value\":%s}".formatted(property, operator, value);
    }
}
