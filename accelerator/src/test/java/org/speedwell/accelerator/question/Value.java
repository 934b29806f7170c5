package org.speedwell.accelerator.question;

import java.util.List;

/** A value that a question reads or computes from an element. An element is a row or a tuple. */
sealed interface Value {
    Type type();

    /** Returns whether the value may be null for some element. */
    boolean isNullable();

    /** Returns the values from which this value is computed. */
    List<Value> parts();

    /**
     * A column of a row.
     *
     * @param place the place of the row in a tuple
     * @param hops the number of references that lead from the row to the row with the column: 0, 1 or 2
     */
    record Cell(int place, RowColumn column, int hops) implements Value {
        boolean isOfParent() {
            return hops > 0;
        }

        @Override
        public Type type() {
            return column.type;
        }

        @Override
        public boolean isNullable() {
            return column.isNullable() || isOfParent();
        }

        @Override
        public List<Value> parts() {
            return List.of();
        }

        /** Returns whether Java compares the value as a primitive floating-point number, for which −0 equals 0. */
        boolean isPrimitiveReal() {
            return column.isPrimitive() && column.type.isReal() && !isOfParent();
        }
    }

    /**
     * A constant.
     *
     * @param isInline true if the code contains the constant, false if it is a variable outside of the lambda
     */
    record Constant(Type type, Object value, boolean isInline) implements Value {
        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of();
        }
    }

    /** A number of a column, cast to an int, long or double as in Java. */
    record Convert(Type type, Cell value) implements Value {
        @Override
        public boolean isNullable() {
            return value.isNullable();
        }

        @Override
        public List<Value> parts() {
            return List.of(value);
        }
    }

    /** The value, or a constant if it is null. */
    record OrElse(Value value, Constant other) implements Value {
        @Override
        public Type type() {
            return value.type();
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(value);
        }
    }

    /** The value, which must not be null. Reading a null throws. */
    record Required(Value value) implements Value {
        @Override
        public Type type() {
            return value.type();
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(value);
        }
    }

    /** The result of an operation on two numbers. Whole numbers wrap around. */
    record Binary(Operation operation, Value first, Value second) implements Value {
        enum Operation {
            PLUS("+", "plus"),
            MINUS("-", "minus"),
            TIMES("*", "multiply"),
            /** A division of doubles. */
            DIVIDE("/", "divide"),
            /** A division of whole numbers. A division by zero throws. */
            QUOTIENT("/", ""),
            REMAINDER("%", "");

            final String java;

            /** The name of the method of expressions, or empty if they have none. */
            final String method;

            Operation(String java, String method) {
                this.java = java;
                this.method = method;
            }
        }

        @Override
        public Type type() {
            if (operation == Operation.DIVIDE || first.type() == Type.DOUBLE || second.type() == Type.DOUBLE) {
                return Type.DOUBLE;
            }
            return first.type() == Type.LONG || second.type() == Type.LONG ? Type.LONG : first.type();
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(first, second);
        }
    }

    record Unary(Operation operation, Value value) implements Value {
        enum Operation {
            NEGATE,
            ABS
        }

        @Override
        public Type type() {
            return value.type();
        }

        @Override
        public boolean isNullable() {
            return value.isNullable();
        }

        @Override
        public List<Value> parts() {
            return List.of(value);
        }
    }

    /** The chars of a text in a range. A range beyond the end of the text is cut. */
    record Part(Value text, int from, int to) implements Value {
        @Override
        public Type type() {
            return Type.TEXT;
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(text);
        }
    }

    /** A part of a point in time. */
    record TimePart(Cell stamp, Field field) implements Value {
        enum Field {
            YEAR("year", ".getYear()"),
            MONTH("month", ".getMonthValue()"),
            DAY("dayOfMonth", ".getDayOfMonth()"),
            WEEKDAY("dayOfWeek", ".getDayOfWeek().getValue()"),
            HOUR("hour", ".getHour()"),
            SECOND("second", ".getSecond()");

            /** The name of the method of our expressions. */
            final String method;

            /** The call on a {@code LocalDateTime}. */
            final String java;

            Field(String method, String java) {
                this.method = method;
                this.java = java;
            }
        }

        @Override
        public Type type() {
            return Type.INT;
        }

        @Override
        public boolean isNullable() {
            return stamp.isNullable();
        }

        @Override
        public List<Value> parts() {
            return List.of(stamp);
        }
    }

    /** The first of two values, or the second if the first is null. */
    record Coalesced(Value first, Value second) implements Value {
        @Override
        public Type type() {
            return first.type();
        }

        @Override
        public boolean isNullable() {
            return second.isNullable();
        }

        @Override
        public List<Value> parts() {
            return List.of(first, second);
        }
    }

    /** The number of chars of a text. */
    record Length(Value text) implements Value {
        @Override
        public Type type() {
            return Type.INT;
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(text);
        }
    }

    /** A text in upper or lower case. */
    record InCase(boolean isUpper, Value text) implements Value {
        @Override
        public Type type() {
            return Type.TEXT;
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(text);
        }
    }

    /** One of two values, chosen by a condition. */
    record Choice(Condition condition, Value then, Value otherwise) implements Value {
        @Override
        public Type type() {
            return then.type();
        }

        @Override
        public boolean isNullable() {
            return false;
        }

        @Override
        public List<Value> parts() {
            return List.of(then, otherwise);
        }
    }
}
