/**
 * The tables of the application's own classes: their columns, the conversions of their values, and the objects that
 * rows become. Internal.
 *
 * <ul>
 * <li>The database is read once. One {@link org.speedwell.accelerator.mapping.MappingException} then names every
 * difference of every class.
 * <li>A conversion never loses a part of a value. A Java type that may be too small is a difference.
 * <li>A NULL is written as null, also over the initial value of a field.
 * </ul>
 *
 * <p>Start at {@link EntityModels}. {@link MappedTable} finds the columns of one class, {@link ColumnForm} the
 * conversion of one column, and {@link ObjectMaker} makes the objects.
 */
@NullMarked
package org.speedwell.accelerator.entity;

import org.jspecify.annotations.NullMarked;
