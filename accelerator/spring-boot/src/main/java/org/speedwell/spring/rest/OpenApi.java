package org.speedwell.spring.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.speedwell.spring.query.Limits;
import org.speedwell.spring.query.Operator;
import org.speedwell.spring.query.ServedColumn;
import org.speedwell.spring.query.ServedTable;
import tools.jackson.databind.json.JsonMapper;

/** What is served, as a document of OpenAPI 3.1. */
final class OpenApi {
    private static final Map<String, Object> TEXT = Map.of("type", "string");

    private OpenApi() {}

    static byte[] of(ServedTables tables, String base, Limits limits) {
        Map<String, Object> paths = new LinkedHashMap<>();
        tables.paths()
                .forEach(table -> paths.put(
                        base + table.getKey(), Map.of("get", operation(table.getKey(), table.getValue(), limits))));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "Tables in memory", "version", "1"));
        document.put("paths", paths);
        document.put("components", Map.of("schemas", Map.of("Problem", problem())));
        return JsonMapper.shared().writeValueAsBytes(document);
    }

    private static Map<String, Object> operation(String path, ServedTable<?> table, Limits limits) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", "list" + path.replace('/', '_'));
        operation.put("summary", "Rows of " + path.substring(1).replace('/', '.'));
        operation.put("parameters", parameters(table, limits));
        operation.put(
                "responses",
                Map.of(
                        "200", rows(table),
                        "304", Map.of("description", "No version has come since that of If-None-Match"),
                        "400", problem("The query is not understood; the answer tells what would be"),
                        "503", problem("The table is not in memory yet, or older than it may be")));
        return operation;
    }

    private static List<Map<String, Object>> parameters(ServedTable<?> table, Limits limits) {
        String filterable = table.columns().values().stream()
                .filter(column -> !column.operators().isEmpty())
                .map(column -> column.property() + " ("
                        + column.operators().stream().map(Operator::label).collect(Collectors.joining(" ")) + ")")
                .collect(Collectors.joining(", "));
        String sortable = table.columns().values().stream()
                .filter(ServedColumn::isSortable)
                .map(ServedColumn::property)
                .collect(Collectors.joining(", "));
        List<Map<String, Object>> parameters = new ArrayList<>();
        parameters.add(parameter(
                "filter",
                "{\"property\":…,\"operator\":…,\"value\":…}, an array of these, of which all hold, or {\"or\":[…]}. "
                        + "Properties and their operators: " + filterable,
                TEXT));
        parameters.add(parameter(
                "sort",
                "{\"property\":…,\"direction\":\"ASC\" or \"DESC\"}, or an array of these. Properties: " + sortable,
                TEXT));
        parameters.add(parameter("start", "Rows that are passed over", whole(0, Long.MAX_VALUE, "int64")));
        parameters.add(parameter(
                "limit",
                "Rows at most; more than " + limits.maxRows() + " are as many",
                whole(limits.rows(), limits.maxRows(), "int32")));
        parameters.add(parameter(
                "fields",
                "Properties, by commas: " + String.join(", ", table.columns().keySet()),
                TEXT));
        parameters.add(parameter(
                "count",
                "Whether " + TableRouter.TOTAL + " is to tell how many rows pass the filter",
                Map.of("type", "boolean", "default", false)));
        return parameters;
    }

    private static Map<String, Object> parameter(String name, String description, Map<String, Object> schema) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", "query");
        parameter.put("description", description);
        parameter.put("schema", schema);
        return parameter;
    }

    private static Map<String, Object> whole(long unlessSaid, long most, String format) {
        return Map.of("type", "integer", "format", format, "minimum", 0, "maximum", most, "default", unlessSaid);
    }

    private static Map<String, Object> rows(ServedTable<?> table) {
        Map<String, Object> properties = new LinkedHashMap<>();
        table.columns().forEach((name, column) -> properties.put(name, property(column)));
        return Map.of(
                "description",
                "Rows, as many as asked for",
                "headers",
                Map.of(
                        TableRouter.TOTAL,
                        header("How many rows pass the filter, where count is true"),
                        TableRouter.AGE,
                        header("How old memory is, in milliseconds"),
                        "ETag",
                        Map.of("description", "The version in memory", "schema", TEXT)),
                "content",
                Map.of(
                        "application/json",
                        Map.of(
                                "schema",
                                Map.of("type", "array", "items", Map.of("type", "object", "properties", properties)))));
    }

    private static Map<String, Object> property(ServedColumn<?> column) {
        Map<String, Object> schema = column.schema();
        return column.isNullable() && !schema.isEmpty()
                ? Map.of("oneOf", List.of(schema, Map.of("type", "null")))
                : schema;
    }

    private static Map<String, Object> header(String description) {
        return Map.of("description", description, "schema", Map.of("type", "integer", "format", "int64"));
    }

    private static Map<String, Object> problem(String description) {
        return Map.of(
                "description",
                description,
                "content",
                Map.of("application/problem+json", Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));
    }

    private static Map<String, Object> problem() {
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of(
                        "title",
                        TEXT,
                        "status",
                        Map.of("type", "integer"),
                        "detail",
                        TEXT,
                        "allowed",
                        Map.of("type", "array", "items", TEXT)));
    }
}
