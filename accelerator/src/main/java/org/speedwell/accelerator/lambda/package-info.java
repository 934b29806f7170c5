/**
 * The analysis of user functions: it reads lambdas and method references from class files and turns them into
 * expressions. Internal.
 *
 * <ul>
 * <li>The package knows bytecode and nothing of tables.
 * <li>A function whose code is not certain is refused with a {@code NotAnalyzableException} and stays opaque.
 * <li>Analyses are cached for each place in the code and each entity class.
 * <li>A function is never called during its analysis.
 * </ul>
 * <p> Start reading with {@link org.speedwell.accelerator.lambda.Functions} (the entry point), {@link
 * org.speedwell.accelerator.lambda.Code} (the tree of a computation), {@code BodyReader} (the symbolic interpreter),
 * {@code Caller} (finds the argument at the call site) and {@link org.speedwell.accelerator.lambda.AnalyzedFunction}
 * (the result).
 */
@NullMarked
package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.NullMarked;
