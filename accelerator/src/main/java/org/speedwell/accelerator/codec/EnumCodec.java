package org.speedwell.accelerator.codec;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A codec for Java enums. The key is the ordinal. */
public final class EnumCodec implements KeyCodec {
    private final Enum<?>[] constants;

    public EnumCodec(Enum<?>[] constants) {
        this.constants = constants;
    }

    /** Returns the names of all constants in order, separated by spaces. */
    public String names() {
        return Arrays.stream(constants).map(Enum::name).collect(Collectors.joining(" "));
    }

    @Override
    public long encode(Object value) {
        return ((Enum<?>) value).ordinal();
    }

    @Override
    public Class<?> valueClass() {
        return constants.getClass().getComponentType();
    }

    /** Returns whether the constant belongs to the enum. A constant with a body has a class of its own. */
    @Override
    public boolean takes(Object constant) {
        return constant instanceof Enum<?> known && known.getDeclaringClass() == valueClass();
    }

    @Override
    public Object value(long key) {
        return constants[(int) key];
    }

    @Override
    public long keys() {
        return constants.length;
    }

    @Override
    public boolean isOrdinal() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return true;
    }
}
