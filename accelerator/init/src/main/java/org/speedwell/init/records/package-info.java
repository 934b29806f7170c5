/**
 * The records that {@code init --records} writes for the tables of a schema. {@code MemoryStore} maps them.
 *
 * <p>Rules of this package:
 * <ul>
 * <li>The type of a component holds every value of its column exactly.
 * <li>The mapping finds the table of a record, and the column of a component, by their names. An annotation of Jakarta
 * Persistence names those that it would not find.
 * <li>A {@link org.speedwell.init.model.Finding} reports what the records leave out.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.init.records.RecordModelling}, which chooses the names and types of the records. Then
 * read {@link org.speedwell.init.records.RecordSource}, which writes their Java code.
 */
@NullMarked
package org.speedwell.init.records;

import org.jspecify.annotations.NullMarked;
