package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.runtime.core.component.StatisticsReporterComponent;
import com.speedment.runtime.core.component.StatisticsReporterSchedulerComponent;
import com.speedment.runtime.core.provider.DelegateStatisticsReporterSchedulerComponent;

/**
 * A replacement that does nothing, for the two components by which Speedment reports to its vendor. They report each
 * start, hour and stop of an application, with the e-mail address of its user and the name of the host.
 */
// The injector still runs a component whose interface has been replaced, because it is also registered under its class
// name. Therefore this component takes that name too: the scheduler's thread does not start, and a stop does not wait
// two seconds for it.
@InjectKey(DelegateStatisticsReporterSchedulerComponent.class)
public final class NoStatisticsReports implements StatisticsReporterComponent, StatisticsReporterSchedulerComponent {}
