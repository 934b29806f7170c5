/**
 * A service of Spring Boot and Spring Data JPA, before and after it gains memory. It answers the same questions by JPQL
 * and by streams.
 *
 * <p>This is what the service gains for the streams:
 *
 * <ol>
 * <li>one dependency, {@code org.speedwell:speedwell-spring-boot-starter};
 * <li>three lines of configuration, {@link JpaService#MEMORY};
 * <li>{@code StreamRepository} behind {@code extends} of the repositories that it streams.
 * </ol>
 *
 * <p>The entities do not change. Start at {@link JpaContender}, then compare {@link DatabaseQuestions} with
 * {@link MemoryQuestions}.
 */
@NullMarked
package org.speedwell.bench.jpa;

import org.jspecify.annotations.NullMarked;
