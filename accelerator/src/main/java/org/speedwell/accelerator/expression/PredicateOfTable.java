package org.speedwell.accelerator.expression;

import java.util.function.Predicate;

/** A predicate whose meaning for the columns of one table is known already: nobody needs to read it. */
public interface PredicateOfTable<E> extends Predicate<E> {}
