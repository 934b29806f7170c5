package org.speedwell.init;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.init.database.Catalogue;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.JavaNames;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelTable;
import org.speedwell.init.model.Modelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command that writes a project for an existing schema: the model, a program and a test. It can also write only
 * records.
 */
@Command(
        name = "init",
        sortOptions = false,
        description = "Writes a project that loads a schema into memory and runs three queries on its largest tables."
                + " With --records, writes only records for its tables.")
final class InitCommand implements Callable<Integer> {
    @Mixin
    private Login login = new Login();

    @Option(names = "--package", required = true, description = "the package of all classes, such as com.example.shop")
    private String packageName = "";

    @Option(
            names = "--directory",
            description = "the folder of the project; default: a new folder named after the package."
                    + " With --records, the folder of the sources; default: src/main/java")
    private @Nullable Path directory;

    @Option(
            names = "--records",
            description = "write only a record for each table, and for each --view, to be used with MemoryStore")
    private boolean isRecords;

    @Option(names = "--view", converter = ViewOption.Converter.class, description = ViewOption.DESCRIPTION)
    private List<ViewOption> views = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        String trouble = JavaNames.problem(packageName);
        if (trouble != null) {
            throw new ToolException(
                    "The package " + packageName + " is not valid: " + trouble + ". Write it like com.example.shop.");
        }
        Output output = isRecords ? records() : project();
        try (Connection connection = login.connect()) {
            output.write(connection);
            return 0;
        } catch (SQLException e) {
            throw new ToolException("The database reports an error: " + e.getMessage(), e);
        }
    }

    /** A writer of files for the schema of a connection. */
    private interface Output {
        void write(Connection connection) throws IOException, SQLException;
    }

    private Output records() {
        Path sources = directory == null ? Path.of("src", "main", "java") : directory;
        RecordsWriter writer = new RecordsWriter(login.schema(), packageName, views, sources);
        return connection -> writer.write(connection, spec.commandLine().getOut());
    }

    private Output project() throws IOException {
        String odd = Modelling.problem(login.schema());
        if (odd != null) {
            throw new ToolException("The schema " + login.schema() + " has " + odd
                    + ", so generated code does not compile. Name another schema in --url.");
        }
        String application = JavaNames.application(packageName);
        Path folder = directory == null ? Path.of(application) : directory;
        ProjectFiles files = new ProjectFiles(folder);
        return connection -> writeProject(connection, application, folder, files);
    }

    private void writeProject(Connection connection, String application, Path folder, ProjectFiles files)
            throws IOException, SQLException {
        List<Table> tables = Catalogue.of(connection, login.schema());
        Map<String, Sample> samples =
                Sample.of(connection, login.schema(), tables, table -> !table.isView() && !table.isSequence());
        Modelling modelling = new Modelling(login.schema(), packageName, samples);
        Model model = modelling.model(tables);
        ViewOption.require(views, connection, model);
        List<Finding> findings = withViews(modelling.findings(), model);
        List<Query> queries = Query.three(model, tables, values(connection));
        new Project(application, model, views, findings, queries)
                .write(files, login.url(), login.host(), login.port(), login.user());
        FindingTable.print(findings, spec.commandLine().getOut());
        spec.commandLine().getOut().printf("""
                The project in %2$s has %1$d tables and views. To run it, with the password in DATABASE_PASSWORD:
                    cd %3$s && mvn compile exec:exec
                """, model.tables().size(), folder, folder);
    }

    private Query.Values values(Connection connection) {
        String schema = login.schema();
        return new Query.Values() {
            @Override
            public Optional<String> first(Table table, Column column) throws SQLException {
                return Sample.firstValue(connection, schema, table, column);
            }

            @Override
            public boolean hasZeroDates(Table table, List<Column> columns) throws SQLException {
                return Sample.hasZeroDates(connection, schema, table, columns);
            }
        };
    }

    /** Returns the findings with a changed note for the views that the user asked to load. */
    private List<Finding> withViews(List<Finding> findings, Model model) {
        String others = model.tables().stream()
                .filter(table -> table.view()
                        && views.stream().noneMatch(view -> view.name().equalsIgnoreCase(table.name())))
                .map(ModelTable::name)
                .collect(Collectors.joining(", "));
        List<Finding> told = new ArrayList<>();
        for (Finding finding : findings) {
            if (!finding.what().equals(Modelling.VIEW)) {
                told.add(finding);
            } else if (!others.isEmpty()) {
                told.add(Finding.note(others, finding.what(), finding.meaning()));
            }
        }
        views.forEach(view -> told.add(Finding.note(view.name(), view.describe(), ViewOption.MEANING)));
        return told;
    }
}
