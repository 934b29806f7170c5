/**
 * The model of a database schema, from which Speedment generates code, and the file {@code speedment.json} that
 * contains it.
 *
 * <p>Rules of this package:
 * <ul>
 * <li>Every table and column has two names: the name in the database, and the base of its names in Java.
 * <li>A schema element that generated code cannot represent is not part of the model. A {@link Finding} reports it.
 * <li>A file that is read with {@link ModelReader} has no indexes, foreign keys and enum constants in its
 * {@link Model}.
 * </ul>
 *
 * <p>Start at {@link Modelling}, which translates a schema into a {@link Model}. Then read {@link ModelJson}, which
 * writes it, and {@link ModelReader}, which reads it.
 */
@NullMarked
package org.speedwell.init.model;

import org.jspecify.annotations.NullMarked;
