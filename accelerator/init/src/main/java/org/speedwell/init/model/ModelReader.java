package org.speedwell.init.model;

import com.speedment.common.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A reader of {@code speedment.json}. It uses the JSON parser that Speedment itself uses. */
public final class ModelReader {
    private ModelReader() {}

    /**
     * Reads a file and returns its enabled schemas, with their enabled tables and columns.
     *
     * @throws ModelException if the file does not exist, cannot be read, or is not a model
     */
    public static List<Model> read(Path file) throws ModelException {
        Object json;
        try {
            json = Json.fromJson(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ModelException("there is no such file. Name the project's speedment.json by --model", e);
        } catch (IOException | RuntimeException e) {
            throw new ModelException("it cannot be read: " + e.getMessage(), e);
        }
        List<Model> models = new ArrayList<>();
        if (json instanceof Map<?, ?> root && root.get("config") instanceof Map<?, ?> config) {
            for (Map<?, ?> dbms : enabled(config, "dbmses")) {
                for (Map<?, ?> schema : enabled(dbms, "schemas")) {
                    models.add(new Model(
                            text(schema, "name"),
                            text(config, "packageName"),
                            enabled(schema, "tables").stream()
                                    .map(ModelReader::table)
                                    .toList()));
                }
            }
        }
        if (models.isEmpty()) {
            throw new ModelException(
                    "it is not a Speedment model, because it has no config with dbmses and schemas", null);
        }
        return models;
    }

    private static ModelTable table(Map<?, ?> table) {
        return new ModelTable(
                text(table, "name"),
                alias(table),
                Boolean.TRUE.equals(table.get("isView")),
                enabled(table, "columns").stream().map(ModelReader::column).toList(),
                enabled(table, "primaryKeyColumns").stream()
                        .sorted(Comparator.comparingLong(ModelReader::position))
                        .map(key -> text(key, "name"))
                        .toList(),
                List.of(),
                List.of());
    }

    private static ModelColumn column(Map<?, ?> column) {
        return new ModelColumn(
                text(column, "name"),
                alias(column),
                text(column, "databaseType"),
                Boolean.TRUE.equals(column.get("nullable")),
                Boolean.TRUE.equals(column.get("autoIncrement")),
                List.of());
    }

    private static String alias(Map<?, ?> document) {
        return document.get("alias") instanceof String alias ? alias : text(document, "name");
    }

    private static List<Map<?, ?>> enabled(Map<?, ?> document, String children) {
        List<Map<?, ?>> found = new ArrayList<>();
        if (document.get(children) instanceof List<?> list) {
            for (Object child : list) {
                if (child instanceof Map<?, ?> map && !Boolean.FALSE.equals(map.get("enabled"))) {
                    found.add(map);
                }
            }
        }
        return found;
    }

    private static String text(Map<?, ?> document, String key) {
        return document.get(key) instanceof String text ? text : "";
    }

    private static long position(Map<?, ?> document) {
        return document.get("ordinalPosition") instanceof Number number ? number.longValue() : 0;
    }
}
