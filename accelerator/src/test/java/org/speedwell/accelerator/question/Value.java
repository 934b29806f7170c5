package org.speedwell.accelerator.question;

import java.util.List;

/** What a question reads or computes of an element: of a row, or of the rows of a tuple. */
sealed interface Value {
    Type type();

    /** Tells whether it may be null for some element. */
    boolean isNullable();

    /** Returns the values that it is computed from. */
    List<Value> parts();

    /**
     * A column.
     *
     * @param place the row's place in a tuple
     * @param hops 0 if the row has it, 1 if the row that the row refers to has it, 2 if the one that this refers to
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

        /** Tells whether Java compares it as a primitive floating-point number: −0 is 0. */
        boolean isPrimitiveReal() {
            return column.isPrimitive() && column.type.isReal() && !isOfParent();
        }
    }

    /**
     * A constant.
     *
     * @param isInline whether it is written in the code, not a variable outside of it
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

    /** A number of a column as an int, long or double, as Java casts it. */
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

    /** The value, or another one where it is null. */
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

    /** The value; it throws where that is null. */
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

    /** What two numbers come to. Whole numbers wrap around. */
    record Binary(Operation operation, Value first, Value second) implements Value {
        enum Operation {
            PLUS("+", "plus"),
            MINUS("-", "minus"),
            TIMES("*", "multiply"),
            /** As doubles. */
            DIVIDE("/", "divide"),
            /** As whole numbers; by zero it throws. */
            QUOTIENT("/", ""),
            REMAINDER("%", "");

            final String java;

            /** Its method of expressions; empty if they have none. */
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

    /** The chars of a text from one place to another, as many as there are. */
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

    /** A part of a point of time. */
    record TimePart(Cell stamp, Field field) implements Value {
        enum Field {
            YEAR("year", ".getYear()"),
            MONTH("month", ".getMonthValue()"),
            DAY("dayOfMonth", ".getDayOfMonth()"),
            WEEKDAY("dayOfWeek", ".getDayOfWeek().getValue()"),
            HOUR("hour", ".getHour()"),
            SECOND("second", ".getSecond()");

            /** The name of our expression. */
            final String method;

            /** Of a {@code LocalDateTime}. */
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

    /** The first of two values, or the second where that is null. */
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

    /** How many chars a text has. */
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

    /** A text in capitals or not. */
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

    /** One of two values. */
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
