/**
 * The command-line tool that creates and checks projects for an existing database.
 *
 * <ul>
 * <li>{@code init} writes a project for the database, or only records for its tables.
 * <li>{@code doctor} compares a project with its database, and reports the differences.
 * </ul>
 *
 * <p>The package {@code database} reads the schema, {@code model} translates it into {@code speedment.json}, and
 * {@code records} translates it into records.
 *
 * <p>Start at {@link SpeedwellInit}, which contains {@code main}. Then read {@code InitCommand} and
 * {@code DoctorCommand}.
 */
@NullMarked
package org.speedwell.init;

import org.jspecify.annotations.NullMarked;
