package org.speedwell.init.model;

import com.speedment.common.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Index;

/** A writer of {@code speedment.json}. It writes the same format as Speedment's own {@code reload}. */
public final class ModelJson {
    private static final String PRIMITIVE = "com.speedment.runtime.typemapper.primitive.PrimitiveTypeMapper";
    private static final String ENUM = "com.speedment.plugins.enums.StringToEnumTypeMapper";

    private ModelJson() {}

    /**
     * Returns the model as the text of a {@code speedment.json}.
     *
     * @param project the project's plain name, such as {@code shop}, from which Speedment derives
     * {@code ShopApplication}
     */
    public static String of(Model model, String project, String host, int port, String user) {
        Map<String, Object> schema = named(model.schema());
        schema.put("enabled", true);
        schema.put(
                "tables",
                model.tables().stream()
                        .map(table -> table(table, model.schema(), project, model.packageName()))
                        .toList());
        Map<String, Object> dbms = named(project);
        dbms.put("typeName", "MySQL"); // also for MariaDB, which uses the same driver
        dbms.put("ipAddress", host);
        dbms.put("port", port);
        dbms.put("username", user);
        dbms.put("enabled", true);
        dbms.put("schemas", List.of(schema));
        Map<String, Object> config = named(project);
        config.put("companyName", project);
        config.put(
                "appId",
                UUID.nameUUIDFromBytes(model.packageName().getBytes(StandardCharsets.UTF_8))
                        .toString());
        config.put("packageName", model.packageName());
        config.put("packageLocation", "target/generated-sources/speedment");
        config.put("enabled", true);
        config.put("dbmses", List.of(dbms));
        return Json.toJson(Map.of("config", config)) + "\n";
    }

    private static Map<String, Object> table(ModelTable table, String schema, String project, String packageName) {
        Map<String, Object> json = named(table.name());
        alias(json, table.name(), table.javaName());
        json.put("packageName", packageName);
        json.put("isView", table.view());
        json.put("columns", numbered(table.columns(), ModelJson::column));
        json.put("primaryKeyColumns", numbered(table.primaryKey(), (name, position) -> numbered(name, position)));
        json.put("indexes", table.indexes().stream().map(ModelJson::index).toList());
        json.put(
                "foreignKeys",
                table.foreignKeys().stream()
                        .map(key -> foreignKey(key, schema, project))
                        .toList());
        return json;
    }

    private static Map<String, Object> column(ModelColumn column, int position) {
        Map<String, Object> json = numbered(column.name(), position);
        alias(json, column.name(), column.javaName());
        json.put("databaseType", column.databaseType());
        json.put("nullable", column.nullable());
        if (column.autoIncrement()) {
            json.put("autoIncrement", true);
        }
        if (!column.constants().isEmpty()) {
            json.put("typeMapper", ENUM);
            json.put("enumConstants", String.join(",", column.constants()));
        } else if (!column.nullable() && isPrimitive(column)) {
            json.put("typeMapper", PRIMITIVE);
        }
        return json;
    }

    private static boolean isPrimitive(ModelColumn column) {
        return JavaTypes.PRIMITIVES.stream()
                .anyMatch(type -> column.databaseType().equals(type.getName()));
    }

    private static Map<String, Object> index(Index index) {
        Map<String, Object> json = named(index.name());
        json.put("unique", index.unique());
        json.put("indexColumns", numbered(index.parts(), (part, position) -> {
            Map<String, Object> column = numbered(part.column(), position);
            column.put("orderType", part.descending() ? "DESC" : "ASC");
            return column;
        }));
        return json;
    }

    private static Map<String, Object> foreignKey(ForeignKey key, String schema, String dbms) {
        Map<String, Object> json = named(key.name());
        json.put("foreignKeyColumns", numbered(key.columns(), (column, position) -> {
            Map<String, Object> part = numbered(column, position);
            part.put("foreignDatabaseName", dbms);
            part.put("foreignSchemaName", schema);
            part.put("foreignTableName", key.table());
            part.put("foreignColumnName", key.referencedColumns().get(position - 1));
            return part;
        }));
        return json;
    }

    private static <T> List<Map<String, Object>> numbered(
            List<T> parts, BiFunction<T, Integer, Map<String, Object>> writer) {
        List<Map<String, Object>> json = new ArrayList<>();
        for (T part : parts) {
            json.add(writer.apply(part, json.size() + 1));
        }
        return json;
    }

    private static Map<String, Object> numbered(String name, int position) {
        Map<String, Object> json = named(name);
        json.put("ordinalPosition", position);
        return json;
    }

    private static Map<String, Object> named(String name) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", name);
        json.put("name", name);
        return json;
    }

    private static void alias(Map<String, Object> json, String name, String javaName) {
        if (!javaName.equals(name)) {
            json.put("alias", javaName);
        }
    }
}
