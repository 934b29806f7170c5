package org.speedwell.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.speedwell.demo.shop.Shop;
import org.speedwell.demo.web.DemoServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code serve}, which shows the demo as a web page. */
@Command(
        name = "serve",
        sortOptions = false,
        usageHelpWidth = 100,
        header = "Shows the demo as a web page, until Ctrl-C: queries, latencies, live windows, and what is in memory.",
        description = {
            "",
            "For example: demo serve, then open http://localhost:8080",
            "",
        },
        optionListHeading = "%nOptions:%n")
final class ServeCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "Listen on this port; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Listen on this address. Default: ${DEFAULT-VALUE}, which only this machine can reach."
                    + " The page asks for no password: think before you give another.")
    private String host = "";

    @Option(
            names = "--allow-host",
            paramLabel = "NAME",
            description = "A name by which browsers may ask for the page besides localhost. May be given again.")
    private List<String> names = List.of();

    @Mixin
    private DemoOptions options = new DemoOptions();

    @Override
    public Integer call() {
        if (port < 0 || port > LAST_PORT) {
            throw new ParameterException(
                    options.command().commandLine(), "--port goes from 0 to " + LAST_PORT + ", not " + port);
        }
        requireFree();
        return options.inShop(this::serve);
    }

    private int serve(Shop shop, Terminal terminal) {
        try (DemoServer server = new DemoServer(shop, host, port, names)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of the page"));
            SakilaDemo.tell(shop, terminal);
            warnings(host).forEach(terminal::line);
            terminal.line("Open http://" + DemoServer.address(host) + ":" + server.port() + "   (Ctrl-C ends it)");
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    /** Returns the warnings for an address that other machines can reach. */
    static List<String> warnings(String host) {
        return DemoServer.isForThisMachineOnly(host)
                ? List.of()
                : List.of(
                        "WARNING: The page listens on " + host
                                + ", not on this machine alone, and asks for no password.",
                        "Whoever reaches its port can put the database under load, and write rentals to it.");
    }

    /** Checks the port before the demo starts and loads the database, so that the user need not wait for the error. */
    private void requireFree() {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            probe.setReuseAddress(true);
        } catch (IOException e) {
            throw DemoServer.portInUse(host, port, e);
        }
    }
}
