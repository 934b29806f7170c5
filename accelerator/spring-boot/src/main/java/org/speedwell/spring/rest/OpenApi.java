package org.speedwell.spring.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.Operator;
import org.speedwell.spring.query.ServedColumn;
import org.speedwell.spring.query.ServedTable;
import tools.jackson.databind.json.JsonMapper;

/** An OpenAPI 3.1 document that describes the served tables. Its bytes are the same at each start. */
final class OpenApi {
    private static final String INTEGER = "integer";

    private OpenApi() {}

    static byte[] of(ServedTables tables, String base, Limits limits) {
        Map<String, Object> paths = new LinkedHashMap<>();
        tables.paths()
                .forEach(table ->
                        paths.put(base + table.getKey(), operations(table.getKey(), table.getValue(), limits)));
        return JsonMapper.shared()
                .writeValueAsBytes(object(
                        "openapi",
                        "3.1.0",
                        "info",
                        object("title", "Tables in memory", "version", "1"),
                        "paths",
                        paths,
                        "components",
                        object("schemas", object("Problem", problem()))));
    }

    /** Returns an object that keeps the order of its members. The order of {@code Map.of} changes with each start. */
    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    private static Map<String, Object> operations(String path, ServedTable<?> table, Limits limits) {
        String name = path.replace('/', '_');
        String rows = "ows of " + path.substring(1).replace('/', '.');
        List<Parameter> parameters = parameters(table, limits);
        List<Map<String, Object>> inQuery =
                parameters.stream().map(Parameter::inQuery).toList();
        Map<String, Object> inForm = new LinkedHashMap<>();
        parameters.forEach(parameter -> inForm.put(parameter.name(), parameter.inForm()));
        return object(
                "get",
                operation("list" + name, "R" + rows, "parameters", inQuery, answers(table, limits, true)),
                "head",
                operation(
                        "check" + name,
                        "The headers of r" + rows,
                        "parameters",
                        inQuery,
                        answers(table, limits, false)),
                "post",
                operation(
                        "query" + name,
                        "R" + rows + ", for a query that is too long for a URL",
                        "requestBody",
                        object(
                                "content",
                                object(
                                        "application/x-www-form-urlencoded",
                                        object("schema", object("type", "object", "properties", inForm)))),
                        answers(table, limits, true)));
    }

    private static Map<String, Object> operation(
            String id, String summary, String from, Object parameters, Map<String, Object> answers) {
        Map<String, Object> responses = new LinkedHashMap<>(answers);
        responses.put(
                from.equals("parameters") ? "304" : "412",
                object("description", "The client already has this answer, according to If-None-Match"));
        responses.put("400", problem("The query is not valid; the answer names the reason and the allowed values"));
        if (!from.equals("parameters")) {
            responses.put("415", problem("The body is not a form"));
        }
        responses.put("501", problem("The application cannot send events, if watch is true"));
        responses.put("503", unavailable());
        return object("operationId", id, "summary", summary, from, parameters, "responses", responses);
    }

    /** A parameter of a query, in an address or in a form. */
    private record Parameter(String name, String description, Map<String, Object> schema) {
        Map<String, Object> inQuery() {
            return object("name", name, "in", "query", "description", description, "schema", schema);
        }

        Map<String, Object> inForm() {
            Map<String, Object> property = object("description", description);
            property.putAll(schema);
            return property;
        }
    }

    private static List<Parameter> parameters(ServedTable<?> table, Limits limits) {
        String filterable = table.columns().values().stream()
                .filter(column -> !column.operators().isEmpty())
                .map(column -> column.property() + " ("
                        + column.operators().stream().map(Operator::label).collect(Collectors.joining(" ")) + ")")
                .collect(Collectors.joining(", "));
        String sortable = table.columns().values().stream()
                .filter(ServedColumn::isSortable)
                .map(ServedColumn::property)
                .collect(Collectors.joining(", "));
        return List.of(
                new Parameter(
                        "filter",
                        "{\"property\":…,\"operator\":…,\"value\":…}, an array of these that must all be true, or "
                                + "{\"or\":[…]}. Properties and their operators: " + filterable,
                        text()),
                new Parameter(
                        "sort",
                        "{\"property\":…,\"direction\":\"ASC\" or \"DESC\"}, or an array of these. Properties: "
                                + sortable,
                        text()),
                new Parameter("start", "The number of rows to skip", whole(0)),
                new Parameter(
                        "limit",
                        "The maximum number of rows; a number above " + limits.maxRows() + " means " + limits.maxRows(),
                        whole(limits.rows())),
                new Parameter(
                        "fields",
                        "Properties, separated by commas: "
                                + String.join(", ", table.columns().keySet()),
                        text()),
                new Parameter(
                        "count",
                        "True if " + TableRouter.TOTAL + " must contain the number of rows that match the filter",
                        object("type", "boolean", "default", false)),
                new Parameter(
                        "watch",
                        "True or patch if the answer must be server-sent events. The event result has the rows. With true,"
                                + " each later event change has all rows of the new result. With patch, each later event"
                                + " patch has a JSON Patch (RFC 6902) that makes the new rows of the former ones",
                        object("type", "string", "enum", List.of("true", "false", "patch"), "default", "false")));
    }

    private static Map<String, Object> text() {
        return object("type", "string");
    }

    /**
     * Returns the schema of a whole number without a maximum. The server accepts each {@code long}, and returns fewer
     * rows.
     */
    private static Map<String, Object> whole(long defaultValue) {
        return object("type", INTEGER, "format", "int64", "minimum", 0, "default", defaultValue);
    }

    private static Map<String, Object> answers(ServedTable<?> table, Limits limits, boolean hasBody) {
        Map<String, Object> answer = object(
                "description",
                "The requested rows",
                "headers",
                object(
                        TableRouter.TOTAL,
                        header("The number of rows that match the filter, if count is true"),
                        TableRouter.AGE,
                        header("The age of the data in memory, in milliseconds"),
                        "ETag",
                        object("description", "Identifies this answer by the binlog position", "schema", text())));
        if (hasBody) {
            Map<String, Object> properties = new LinkedHashMap<>();
            table.columns().forEach((name, column) -> properties.put(name, property(column)));
            answer.put(
                    "content",
                    object(
                            "application/json",
                            object(
                                    "schema",
                                    object(
                                            "type",
                                            "array",
                                            "maxItems",
                                            limits.maxRows(),
                                            "items",
                                            object("type", "object", "properties", properties))),
                            "text/event-stream",
                            object("schema", text())));
        }
        return object("200", answer);
    }

    private static Map<String, Object> property(ServedColumn<?> column) {
        Map<String, Object> schema = new TreeMap<>(column.schema());
        return column.isNullable() && !schema.isEmpty()
                ? object("oneOf", List.of(schema, object("type", "null")))
                : schema;
    }

    private static Map<String, Object> header(String description) {
        return object("description", description, "schema", object("type", INTEGER, "format", "int64"));
    }

    private static Map<String, Object> unavailable() {
        Map<String, Object> problem = problem(
                "The table is not in memory yet, its data is older than allowed, or too many clients watch queries");
        problem.put(
                "headers",
                object(
                        "Retry-After",
                        object(
                                "description",
                                "Seconds to wait before the next request",
                                "schema",
                                object("type", INTEGER))));
        return problem;
    }

    private static Map<String, Object> problem(String description) {
        return object(
                "description",
                description,
                "content",
                object("application/problem+json", object("schema", object("$ref", "#/components/schemas/Problem"))));
    }

    private static Map<String, Object> problem() {
        return object(
                "type",
                "object",
                "properties",
                object(
                        "title",
                        text(),
                        "status",
                        object("type", INTEGER),
                        "detail",
                        text(),
                        "allowed",
                        object("type", "array", "items", text())));
    }
}
