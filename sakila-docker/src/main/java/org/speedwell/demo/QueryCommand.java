package org.speedwell.demo;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code query}, which runs some of the queries over SQL and from memory. */
@Command(
        name = "query",
        sortOptions = false,
        usageHelpWidth = 100,
        header = "Runs queries over SQL and from memory.",
        description = {
            "",
            "For example: demo query 1, or demo query \"films\" complex",
            "",
        },
        optionListHeading = "%nOptions:%n")
final class QueryCommand implements Callable<Integer> {
    @Mixin
    private DemoOptions options = new DemoOptions();

    @Mixin
    private Queries queries = new Queries();

    @Override
    public Integer call() {
        return options.inShop((shop, terminal) -> SakilaDemo.compare(shop, queries.of(options), terminal));
    }
}
