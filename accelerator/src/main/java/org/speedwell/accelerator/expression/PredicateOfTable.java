package org.speedwell.accelerator.expression;

import java.util.function.Predicate;

/** A predicate whose filter for one table already exists, so that no reader needs to translate it. */
public interface PredicateOfTable<E> extends Predicate<E> {}
