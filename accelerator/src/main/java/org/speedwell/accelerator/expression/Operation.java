package org.speedwell.accelerator.expression;

/** What is done with two numbers. */
public enum Operation {
    PLUS("+"),
    MINUS("-"),
    MULTIPLY("*");

    private final String sign;

    Operation(String sign) {
        this.sign = sign;
    }

    @Override
    public String toString() {
        return sign;
    }
}
