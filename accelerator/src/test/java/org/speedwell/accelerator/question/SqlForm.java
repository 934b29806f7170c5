package org.speedwell.accelerator.question;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.question.Form.InexpressibleException;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Value.Cell;
import org.speedwell.accelerator.question.Value.Constant;

/**
 * The SQL form of a question, if SQL has the same meaning. It covers conditions, joins, counts of rows and groups, and
 * the keys of rows. It excludes floating-point numbers and computed values, because SQL rounds and overflows
 * differently. It also excludes windows of unordered rows.
 */
final class SqlForm {
    private final Question question;

    private SqlForm(Question question) {
        this.question = question;
    }

    /** Returns the definition of a table. Numbers are as wide as their Java classes. */
    static String definition(String table) {
        return RowColumn.ALL.stream()
                .map(column -> name(column) + " " + type(column.type))
                .collect(Collectors.joining(", ", "CREATE TABLE " + table + " (", ", PRIMARY KEY (c_id))"));
    }

    private static String type(Type type) {
        return switch (type) {
            case BOOLEAN -> "BOOLEAN";
            case BYTE -> "TINYINT";
            case SHORT -> "SMALLINT";
            case INT -> "INT";
            case LONG -> "BIGINT";
            case FLOAT, DOUBLE -> "DOUBLE";
            case BIG_INTEGER -> "DECIMAL(30)";
            case DECIMAL -> "DECIMAL(65, 30)";
            case TEXT, BYTES -> "VARBINARY(200)";
            case SHADE -> "ENUM('BLACK', 'GREY', 'WHITE')";
            case TIMESTAMP -> "DATETIME(6)";
            case DATE -> "DATE";
            case TIME -> "TIME";
        };
    }

    /** Returns the statement that inserts rows. */
    static String insertion(String table, List<Object[]> rows) {
        return rows.stream()
                .map(row -> RowColumn.ALL.stream()
                        .map(column -> isOmitted(column.type) ? "0" : literal(row[column.ordinal()]))
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(",\n", "INSERT INTO " + table + " VALUES ", ""));
    }

    private static boolean isOmitted(Type type) {
        return type.isReal() || type == Type.DECIMAL;
    }

    private static String name(RowColumn column) {
        return "c_" + column.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String literal(@org.jspecify.annotations.Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case String text -> hex(text.getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> hex(bytes);
            case Boolean truth -> truth ? "1" : "0";
            case Number number -> number.toString();
            default -> "'" + value + "'";
        };
    }

    private static String hex(byte[] bytes) {
        return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }

    /**
     * Returns a query for a count, for a key and a count, or for the keys of rows in order. Returns nothing if SQL has
     * another meaning.
     */
    static Optional<String> of(Question question) {
        try {
            return Optional.of(new SqlForm(question).query());
        } catch (InexpressibleException e) {
            return Optional.empty();
        }
    }

    private String query() {
        if (question.mapping().isPresent()) {
            throw new InexpressibleException();
        }
        List<String> conditions = new ArrayList<>();
        for (Step step : question.steps()) {
            switch (step) {
                case Step.Filter filter -> conditions.add(condition(filter.condition()));
                case Step.Sorted _, Step.Distinct _ -> {} // neither changes a count or a set of all rows
                case Step.TakeWhile _, Step.DropWhile _, Step.Skip _, Step.Limit _ ->
                    throw new InexpressibleException();
            }
        }
        String from = " FROM " + from() + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
        return switch (question.terminal()) {
            case Terminal.Count _ -> "SELECT COUNT(*)" + from;
            case Terminal.ToList _ ->
                "SELECT " + keys("COALESCE(t%1$d.c_id, -1)") + from + " ORDER BY " + keys("t%1$d.c_id");
            case Terminal.Match match -> {
                String matched = "(" + condition(match.condition()) + ") IS TRUE";
                String and = conditions.isEmpty() ? " WHERE " : " AND ";
                yield switch (match.kind()) {
                    case ANY -> "SELECT EXISTS (SELECT 1" + from + and + matched + ")";
                    case ALL -> "SELECT NOT EXISTS (SELECT 1" + from + and + "NOT (" + matched + "))";
                    case NONE -> "SELECT NOT EXISTS (SELECT 1" + from + and + matched + ")";
                };
            }
            case Terminal.Collect(Grouping.ByKeys by)
            when by.keys().size() == 1
                    && by.aggregates().size() == 1
                    && by.least() == 0
                    && !by.hasSubtotals()
                    && by.keys().getFirst() instanceof Cell cell ->
                "SELECT COUNT(*)" + from + " GROUP BY " + cell(cell);
            default -> throw new InexpressibleException();
        };
    }

    private String keys(String each) {
        List<String> keys = new ArrayList<>();
        for (int place = 0; place < question.places(); place++) {
            keys.add(each.formatted(place));
        }
        return String.join(", ", keys);
    }

    private String from() {
        StringBuilder from = new StringBuilder(table(0));
        for (int place = 1; place < question.places(); place++) {
            Join join = question.joins().get(place - 1);
            String kind = switch (join.kind()) {
                case INNER -> " JOIN ";
                case LEFT -> " LEFT JOIN ";
                case RIGHT -> " RIGHT JOIN ";
                case CROSS -> " CROSS JOIN ";
            };
            from.append(kind).append(table(place));
            if (join.kind() != Join.Kind.CROSS) {
                requireSameOrder(join.column().type, join.operator());
                from.append(" ON t%d.%s %s t%d.%s"
                        .formatted(
                                place,
                                name(join.column()),
                                sign(join.operator()),
                                join.other(),
                                name(join.otherColumn())));
            }
        }
        return from.toString();
    }

    private String table(int place) {
        return "question_%d t%d".formatted(question.tables().get(place), place);
    }

    private static void requireSameOrder(Type type, ComparisonOperator operator) {
        boolean isEquality = operator == ComparisonOperator.EQUAL || operator == ComparisonOperator.NOT_EQUAL;
        if (isOmitted(type) || !isEquality && (type == Type.TEXT || type == Type.SHADE)) {
            throw new InexpressibleException();
        }
    }

    private static String sign(ComparisonOperator operator) {
        return switch (operator) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "<>";
            case LESS_THAN -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER_THAN -> ">";
            case GREATER_OR_EQUAL -> ">=";
        };
    }

    private static String cell(Value value) {
        if (!(value instanceof Cell cell) || cell.isOfParent() || isOmitted(cell.type())) {
            throw new InexpressibleException();
        }
        return "t" + cell.place() + "." + name(cell.column());
    }

    private static String constant(Constant constant) {
        return constant.type() == Type.TIMESTAMP || constant.type() == Type.DATE || constant.type() == Type.TIME
                ? constant.type() + literal(constant.value())
                : literal(constant.value());
    }

    private String condition(Condition of) {
        return switch (of) {
            case Condition.Compare compare -> {
                requireSameOrder(compare.value().type(), compare.operator());
                yield cell(compare.value()) + " " + sign(compare.operator()) + " "
                        + (compare.other() instanceof Constant constant ? constant(constant) : cell(compare.other()));
            }
            case Condition.Between between -> {
                requireSameOrder(between.cell().type(), ComparisonOperator.LESS_THAN);
                yield "(%1$s %2$s %3$s AND %1$s %4$s %5$s)"
                        .formatted(
                                cell(between.cell()),
                                between.hasLow() ? ">=" : ">",
                                constant(between.low()),
                                between.hasHigh() ? "<=" : "<",
                                constant(between.high()));
            }
            case Condition.In in ->
                cell(in.cell())
                        + in.constants().stream()
                                .map(SqlForm::constant)
                                .collect(Collectors.joining(", ", " IN (", ")"));
            case Condition.Among _, Condition.Within _, Condition.Like _ -> throw new InexpressibleException();
            case Condition.IsNull isNull -> cell(isNull.cell()) + " IS NULL";
            case Condition.Flag flag -> cell(flag.cell()) + " = 1";
            case Condition.Text text -> {
                if (text.test() != Condition.Text.Test.EQUALS) {
                    throw new InexpressibleException();
                }
                yield cell(text.cell()) + " = " + constant(text.part());
            }
            case Condition.OfParent ofParent -> {
                String parent = condition(ofParent.condition()).replace("t" + ofParent.place() + ".", "p.");
                yield "EXISTS (SELECT 1 FROM question_%d p WHERE p.c_id = t%d.c_parent AND %s)"
                        .formatted(question.tables().get(ofParent.place()), ofParent.place(), parent);
            }
            case Condition.And and -> "(" + condition(and.first()) + " AND " + condition(and.second()) + ")";
            case Condition.Or or -> "(" + condition(or.first()) + " OR " + condition(or.second()) + ")";
            case Condition.Not not -> "NOT (" + condition(not.condition()) + ")";
        };
    }
}
