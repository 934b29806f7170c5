package org.speedwell.demo;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code load}, which loads rows into the database, and from there into memory. */
@Command(
        name = "load",
        sortOptions = false,
        usageHelpWidth = 100,
        header = "Loads Sakila into the database if it is missing, then into memory, and reports time and size.",
        description = {
            "",
            "For example: demo load --scale 10",
            "         or: demo load --archive sakila-db.zip",
            "",
        },
        optionListHeading = "%nOptions:%n")
final class LoadCommand implements Callable<Integer> {
    @Mixin
    private DemoOptions options = new DemoOptions();

    @Override
    public Integer call() {
        return options.inShop((shop, terminal) -> {
            SakilaDemo.printState(shop, terminal);
            shop.store().getStatistics().prettyPrint().lines().forEach(terminal::line);
            return 0;
        });
    }
}
