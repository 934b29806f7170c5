package org.speedwell.init;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.ForeignKey;
import org.speedwell.init.database.Index;
import org.speedwell.init.database.Table;

/** Random schemas with hostile names. Tables and columns have names of Java, of generated code and of each other. */
final class HostileNames {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");
    private static final int MAX_LENGTH = 64;

    private static final List<String> WORDS = List.of("""
            a b c e t v x a1 t1 a_b ab a_1 _ __ $ $a _a a_ 1 1a 2_b film order status kind type object objects optional
            project column table field fields manager managers impl sql_adapter code generated generated_code
            application metadata builder injector injector_proxy main test shop shop_application shop_test state
            resolved class get_class hash_code to_string equals clone wait notify finalize that sj hash entity columns
            row rs offset value identifier identifiers column_id table_id get list stream set date time timestamp blob
            string integer big_decimal bigdecimal do_uble character boolean enum record var yield sealed permits with
            when module open void null true false const goto strictfp default new class_ Int java com org util
            io i_o process thread number error exception math iterable override deprecated system runtime
            store_configuration bad_value in_memory_bundle speedment entity_reader column_values direct_enum_field
            string_joiner result_set type_mapper ordering category method constructor utility s_q_l_exception
            from_database to_database database_name fromDatabase retain unwrap film_manager film_impl generated_film
            film_manager_impl film_sql_adapter generated_film_entity_reader film_table film_column Film FILM fiLm fi_lm
            """.split("\\s+", 0));

    private static final List<String> ODD = List.of(
            "日本",
            "Größe",
            "ключ",
            "what?",
            "first-name",
            "first name",
            "a.b",
            "a,b",
            "a;b",
            "a'b",
            "a`b",
            "a\"b",
            "a\\b",
            "a{b}",
            "a*/b",
            "/*a",
            "//",
            "a//b",
            "@a",
            "<b>",
            "a\nb",
            "a\rb",
            "%s",
            "%",
            "?",
            "\\u000a",
            "😀",
            "ǅ",
            "ı",
            "İ",
            "ﷺﷺﷺﷺﷺﷺ",
            "㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂㏂",
            "a".repeat(MAX_LENGTH),
            "@package@",
            "→",
            "${a}",
            "#",
            "a:b",
            "-",
            "--",
            "*");

    private static final List<String> TYPES = List.of(
            "tinyint(4)",
            "tinyint(1)",
            "tinyint(3) unsigned",
            "smallint(6)",
            "smallint(5) unsigned",
            "mediumint(9)",
            "int(11)",
            "int(10) unsigned",
            "bigint(20)",
            "bigint(20) unsigned",
            "bit(1)",
            "bit(8)",
            "float",
            "double",
            "decimal(10,2)",
            "decimal(10,0)",
            "decimal(30,0)",
            "char(3)",
            "varchar(20)",
            "text",
            "json",
            "binary(16)",
            "varbinary(16)",
            "blob",
            "date",
            "time",
            "datetime",
            "timestamp",
            "year(4)",
            "set('a','b')",
            "point");

    private static final List<String> CONSTANTS = List.of(
            "a", "A1", "new", "in-transit", "class", "String", "database_name", "x y", "to-database", "enum", "R", "T");

    private final Random random;
    private final List<String> harvest;

    /**
     * Creates schemas from a seed.
     *
     * @param texts sources whose words may also become names
     */
    HostileNames(long seed, Collection<String> texts) {
        random = new Random(seed);
        Set<String> words = new LinkedHashSet<>();
        for (String text : texts) {
            WORD.matcher(text).results().forEach(word -> words.add(word.group()));
        }
        harvest = List.copyOf(words);
    }

    String packageName() {
        String last =
                oneOf(List.of("shop", "a", "film", "project", "string", "object", "generated", "code", "x_y", "main"));
        return oneOf(List.of("com.example.", "org.", "", "a.b.")) + last;
    }

    /** Returns tables, as read from a catalogue. */
    List<Table> tables() {
        Map<String, Table> tables = new LinkedHashMap<>();
        int count = 2 + random.nextInt(6);
        tables.put("anchor", table("anchor", List.of())); // queries can always use this table
        while (tables.size() < count) {
            String name = name(tables.keySet());
            tables.putIfAbsent(name, table(name, tables.values()));
        }
        return List.copyOf(tables.values());
    }

    private Table table(String name, Collection<Table> others) {
        boolean isView = !others.isEmpty() && random.nextInt(8) == 0;
        Map<String, Column> columns = new LinkedHashMap<>();
        List<ForeignKey> keys = new ArrayList<>();
        List<String> beside = new ArrayList<>(List.of(name));
        others.forEach(other -> beside.add(other.name()));
        int count = 1 + random.nextInt(8);
        while (columns.size() < count) {
            String columnName = name(beside);
            if (columns.containsKey(lower(columnName))) {
                continue;
            }
            beside.add(columnName);
            Column column = column(columnName);
            Table to = others.isEmpty() ? null : oneOf(List.copyOf(others));
            if (!isView
                    && to != null
                    && random.nextInt(4) == 0
                    && to.primaryKey().size() == 1) {
                Column target = to.column(to.primaryKey().getFirst()).orElseThrow();
                column = new Column(
                        columnName,
                        target.dataType(),
                        target.columnType(),
                        target.precision(),
                        target.scale(),
                        random.nextBoolean(),
                        "");
                keys.add(new ForeignKey(
                        "fk" + keys.size(), List.of(columnName), "shop", to.name(), List.of(target.name())));
            }
            columns.put(lower(columnName), column);
        }
        List<Column> all = List.copyOf(columns.values());
        List<Index> indexes = new ArrayList<>();
        if (!isView && random.nextInt(6) != 0) {
            List<Index.Part> parts = all.stream()
                    .filter(column -> !column.nullable())
                    .limit(1 + random.nextInt(2))
                    .map(column -> new Index.Part(column.name(), false))
                    .toList();
            if (!parts.isEmpty()) {
                indexes.add(new Index("PRIMARY", true, parts));
            }
        }
        indexes.add(new Index(
                oneOf(ODD),
                random.nextBoolean(),
                List.of(new Index.Part(all.getFirst().name(), random.nextBoolean()))));
        return new Table(
                name, isView ? "VIEW" : "BASE TABLE", "InnoDB", true, random.nextInt(100), 1000, all, indexes, keys);
    }

    private Column column(String name) {
        boolean nullable = random.nextBoolean();
        if (random.nextInt(3) == 0) {
            List<String> constants = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(4); i++) {
                constants.add("'" + oneOf(CONSTANTS) + "'");
            }
            String type =
                    "enum(" + String.join(",", constants.stream().distinct().toList()) + ")";
            return new Column(name, "enum", type, 0, 0, nullable, "");
        }
        String type = oneOf(TYPES);
        int bracket = type.indexOf('(');
        String[] digits = type.replaceAll("[^0-9,]", "").split(",", -1);
        boolean isNumber = type.startsWith("decimal") || type.startsWith("bit");
        return new Column(
                name,
                type.replaceAll("[^a-z].*", ""),
                type,
                isNumber && bracket > 0 ? Integer.parseInt(digits[0]) : 0,
                type.startsWith("decimal") ? Integer.parseInt(digits[1]) : 0,
                nullable,
                "");
    }

    private String name(Collection<String> beside) {
        String name = switch (random.nextInt(beside.isEmpty() ? 5 : 10)) {
            case 0 -> oneOf(ODD);
            case 1 -> harvest.isEmpty() ? oneOf(WORDS) : oneOf(harvest);
            case 2 -> harvest.isEmpty() ? oneOf(WORDS) : snake(oneOf(harvest));
            case 3, 4 -> oneOf(WORDS);
            case 5 -> oneOf(List.copyOf(beside));
            case 6 -> oneOf(List.of("generated_", "Generated", "_", "a_")) + oneOf(List.copyOf(beside));
            case 7 ->
                oneOf(List.copyOf(beside))
                        + oneOf(List.of(
                                "_manager",
                                "Impl",
                                "_sql_adapter",
                                "ManagerImpl",
                                "_table",
                                "_column",
                                "_column2",
                                "2",
                                "_",
                                "s"));
            case 8 -> snake(oneOf(List.copyOf(beside)));
            default -> oneOf(List.copyOf(beside)).toUpperCase(Locale.ROOT);
        };
        return name.isBlank()
                ? "b"
                : name.substring(0, Math.min(name.length(), MAX_LENGTH)).trim();
    }

    private static String snake(String name) {
        return lower(name.replaceAll("([a-z0-9])([A-Z])", "$1_$2"));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
