package org.speedwell.init;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Finding.Severity;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelException;
import org.speedwell.init.model.ModelReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command that compares an application with its database. It checks the model, the grants, the binlog, the memory and
 * the JVM.
 */
@Command(
        name = "doctor",
        sortOptions = false,
        description = "Compares an application with its database, and reports each problem with its remedy.")
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private Login login = new Login();

    @Option(names = "--model", description = "the application's model; default: ${DEFAULT-VALUE}")
    private Path model = Path.of("speedment.json");

    @Option(
            names = "--memory",
            converter = Bytes.class,
            description = "the memory of the application's machine or container, such as 8G; default: this machine's")
    private long memory = MemoryNeeded.ofThisMachine();

    @Option(names = "--view", converter = ViewOption.Converter.class, description = ViewOption.DESCRIPTION)
    private List<ViewOption> views = List.of();

    @Option(names = "--pid", description = "the application's process on this machine; doctor checks its JVM flags")
    private @Nullable Long pid;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        List<Model> models;
        try {
            models = ModelReader.read(model);
        } catch (ModelException e) {
            throw new ToolException("Cannot use the model " + model + ": " + e.getMessage() + ".", e);
        }
        List<Finding> findings = new ArrayList<>();
        try (Connection connection = login.connect()) {
            for (Model each : models) {
                new ModelCheck(connection, each, findings).run();
                List<ViewOption> loaded = new ViewCheck(connection, each, findings).loadable(views);
                new MemoryNeeded(connection, each, memory, findings).run(loaded);
            }
            ServerCheck.run(connection, findings);
        } catch (SQLException e) {
            throw new ToolException("The database reports an error: " + e.getMessage(), e);
        }
        JvmCheck.run(pid, findings);
        return printFindings(findings);
    }

    private int printFindings(List<Finding> findings) {
        PrintWriter out = spec.commandLine().getOut();
        FindingTable.print(findings, out);
        long errors = count(findings, Severity.ERROR);
        long warnings = count(findings, Severity.WARNING);
        out.printf(Locale.ROOT, "%d errors, %d warnings%n", errors, warnings);
        out.flush();
        return errors > 0 ? 2 : warnings > 0 ? 1 : 0;
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream().filter(each -> each.severity() == severity).count();
    }
}
