package org.speedwell.init;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line of the tool. */
@Command(
        name = "speedwell-init",
        description = "Creates a project for an existing MySQL or MariaDB schema, and checks it later.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success, and nothing to correct",
            "1:doctor has warnings",
            "2:doctor found errors, the command failed, or the command line is wrong"
        },
        subcommands = {InitCommand.class, DoctorCommand.class, HelpCommand.class})
public final class SpeedwellInit {
    private static final int FAILED = 2;

    private SpeedwellInit() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SpeedwellInit())
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((failure, command, arguments) -> {
                    command.getErr()
                            .println(command.getCommandName() + ": "
                                    + (failure instanceof ToolException ? failure.getMessage() : failure));
                    return FAILED;
                });
    }
}
