package org.speedwell.spring;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.mapping.MappingException;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** An analyzer that explains why an application does not start and what helps, instead of a stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StoreFailureAnalyzer implements FailureAnalyzer {
    /** The errors of the database or its driver, with their remedies. The first error that fits decides. */
    private enum Refusal {
        LOGIN(
                sql -> hasState(sql, "28") || hasCode(sql, 1045, 1698),
                "Check spring.datasource.username and spring.datasource.password, and that the user may log in from this host."),
        SCHEMA(
                sql -> hasCode(sql, 1049),
                "Check the schema in spring.datasource.url. If it has another name than in the model, set speedwell.schema, too."),
        PRIVILEGE(
                sql -> hasCode(sql, 1044, 1142, 1143, 1227, 1356, 1370),
                "Let an administrator of the database execute the GRANT that the description names, or set"
                        + " spring.datasource.username to a user with that privilege."),
        UNREACHABLE(
                sql -> hasState(sql, "08") || sql instanceof SQLTransientConnectionException,
                "Start the database, and check host and port in spring.datasource.url. To start without the database,"
                        + " set speedwell.file, which keeps the last version, or speedwell.load=behind.");

        private final Predicate<SQLException> fits;
        private final String remedy;

        Refusal(Predicate<SQLException> fits, String remedy) {
            this.fits = fits;
            this.remedy = remedy;
        }

        private static boolean hasState(SQLException sql, String prefix) {
            return sql.getSQLState() != null && sql.getSQLState().startsWith(prefix);
        }

        private static boolean hasCode(SQLException sql, Integer... codes) {
            return Arrays.asList(codes).contains(sql.getErrorCode());
        }
    }

    /** A part of a message of the store, and the remedy. */
    private record KnownMessage(String part, String remedy) {}

    private static final List<KnownMessage> MESSAGES = List.of(
            new KnownMessage(
                    "memoryBudget",
                    "Raise speedwell.memory-budget, or leave out columns or indexes by a StoreConfigurationCustomizer, as with"
                            + " store.withoutColumn(Staff.PICTURE)."),
            new KnownMessage(
                    "is in the model but not in the database",
                    "If the schema has another name than in the model, set speedwell.schema. Otherwise migrate the"
                            + " database, or regenerate the model."),
            new KnownMessage(
                    "cannot be followed",
                    "Change the settings or the privileges as the description says, or set speedwell.follow.enabled=false."),
            new KnownMessage(
                    "cannot be opened",
                    "Delete the file, or set speedwell.file to another one. The application then loads the database and"
                            + " saves it there."));

    private static final String REMEDY =
            "Do what the description says. To start anyway, and to retry the load in the background, set"
                    + " speedwell.load=behind.";

    private static final String NEEDED_AT_START =
            "Start the database, and check host and port in spring.datasource.url. At each start, the application compares"
                    + " the classes of speedwell.tables with the database.";

    /** Returns the analysis; null for an unforeseen failure, so that Spring Boot logs its stack trace. */
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return causes(failure)
                .map(cause -> known(failure, cause))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause);
    }

    private static Optional<FailureAnalysis> known(Throwable failure, Throwable cause) {
        return switch (cause) {
            case BadPropertyException bad ->
                Optional.of(analysis(
                        bad,
                        "Correct " + bad.property()
                                + " in the properties of the application, its environment or its arguments."));
            case DataStoreNotLoadedException early ->
                Optional.of(new FailureAnalysis(
                        bean(failure) + early.getMessage(),
                        "The application loads its tables after Spring has created all beans. Run the first query in an"
                                + " ApplicationRunner, or at the ApplicationReadyEvent. With speedwell.load=behind or"
                                + " never, wait for the first version.",
                        early));
            case StaleMemoryException old ->
                Optional.of(analysis(old, "Raise speedwell.max-age, or set speedwell.too-old=sql."));
            case MappingException wrong ->
                Optional.of(analysis(
                        wrong, "Change the class or the table as the description says, or change speedwell.tables."));
            case DataStoreException store when isExpected(store) -> Optional.of(analysis(store, remedy(store)));
            default -> Optional.empty();
        };
    }

    /** Returns a sentence that names the innermost bean whose creation failed; empty if there is none. */
    private static String bean(Throwable failure) {
        return causes(failure)
                .filter(BeanCreationException.class::isInstance)
                .map(BeanCreationException.class::cast)
                .reduce((_, inner) -> inner)
                .filter(bean -> bean.getBeanName() != null)
                .map(bean -> "Bean %s%s streamed a table while Spring created it. "
                        .formatted(
                                bean.getBeanName(),
                                bean.getResourceDescription() == null
                                        ? ""
                                        : " (" + bean.getResourceDescription() + ")"))
                .orElse("");
    }

    /**
     * Returns whether the store or the database is the reason. The cause of a defect is an unchecked exception or an
     * Error.
     */
    private static boolean isExpected(DataStoreException failure) {
        return !(failure.getCause() instanceof RuntimeException) && !(failure.getCause() instanceof Error);
    }

    private static FailureAnalysis analysis(Throwable cause, String remedy) {
        return new FailureAnalysis(cause.getMessage(), remedy, cause);
    }

    /** Returns whether the store compared its classes with the database, which it does at each start. */
    private static boolean isComparison(DataStoreException failure) {
        return String.valueOf(failure.getMessage()).startsWith("The tables cannot be read from the database");
    }

    private static String remedy(DataStoreException failure) {
        List<SQLException> refusals = causes(failure)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .toList();
        return Arrays.stream(Refusal.values())
                .filter(known -> refusals.stream().anyMatch(known.fits))
                .map(known -> known == Refusal.UNREACHABLE && isComparison(failure) ? NEEDED_AT_START : known.remedy)
                .findFirst()
                .or(() -> MESSAGES.stream()
                        .filter(known -> String.valueOf(failure.getMessage()).contains(known.part()))
                        .map(KnownMessage::remedy)
                        .findFirst())
                .orElse(REMEDY);
    }
}
