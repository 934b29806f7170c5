/**
 * The prose check: {@code ProseTest} reads every page, Javadoc comment, comment and message of the project and rejects sentences
 * that break the style rules.
 * <ul>
 *   <li>{@code rules.xml} holds the banned phrases, as LanguageTool patterns; {@code Checker} adds rules of length and of openings.
 *   <li>{@code TagsTest} checks that each test class has a tag that tells its kind.
 *   <li>Nothing here uses the network.
 * </ul>
 *
 * <p>Start at {@code ProseTest}, then {@code JavaProse}, {@code MarkdownProse} and {@code Checker}.
 */
@NullMarked
package org.speedwell.prose;

import org.jspecify.annotations.NullMarked;
