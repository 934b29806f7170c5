package org.speedwell.accelerator.mapping;

import java.io.Serializable;

/**
 * A reference to a method that reads an attribute, such as {@code Film::getLength}. It names the attribute, and nothing
 * calls it.
 */
@FunctionalInterface
public interface Getter<E, V> extends Serializable {
    V get(E row);
}
