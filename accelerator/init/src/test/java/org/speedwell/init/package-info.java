/**
 * Verifies the command-line tool that writes projects and diagnoses databases.
 * <ul>
 *   <li>{@code InitTest} builds and runs a written project with Maven. {@code HostileNamesTest} compiles projects only.
 *   <li>{@code DoctorTest} breaks a model or a database, and expects the remedy in the output.
 *   <li>{@code ModelTest} compares the tool's models with those of Speedment.
 *   <li>Tests of a real server carry the tag {@code database}. Their schemas start with {@code speedwell_test_}.
 * </ul>
 *
 * <p>Start at {@code InitTest}, then {@code ShopSchema} and {@code WrittenProject}.
 */
@NullMarked
package org.speedwell.init;

import org.jspecify.annotations.NullMarked;
