package org.speedwell.demo;

import java.util.concurrent.Callable;
import org.speedwell.demo.shop.Query;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code explain}, which prints how queries run in memory. */
@Command(
        name = "explain",
        sortOptions = false,
        usageHelpWidth = 100,
        header = "Explains how queries run in memory.",
        description = {
            "",
            "It runs the queries, and shows the rows of each step on columns and why other steps did not use columns.",
            "",
            "For example: demo explain complex",
            "",
        },
        optionListHeading = "%nOptions:%n")
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private DemoOptions options = new DemoOptions();

    @Mixin
    private Queries queries = new Queries();

    @Override
    public Integer call() {
        return options.inShop((shop, terminal) -> {
            for (Query query : queries.of(options).apply(shop.fromMemory())) {
                terminal.line("");
                terminal.line(query.question());
                Table.wrap(query.code(), terminal.width() - 4).forEach(line -> terminal.line("    " + line));
                if (query.plan() != null) {
                    query.plan().apply(shop.store()).toString().lines().forEach(line -> terminal.line("  " + line));
                }
            }
            return 0;
        });
    }
}
