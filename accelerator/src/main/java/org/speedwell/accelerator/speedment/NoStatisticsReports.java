package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.runtime.core.component.StatisticsReporterComponent;
import com.speedment.runtime.core.component.StatisticsReporterSchedulerComponent;
import com.speedment.runtime.core.provider.DelegateStatisticsReporterSchedulerComponent;

/**
 * In place of both components by which Speedment tells its makers of each start, hour and stop of an application, with
 * the e-mail address of its user and the name of the host: does nothing.
 */
// The injector goes on to run a component whose interface another took over, since it has it under the name of its
// class
// too. So this takes that name as well: the scheduler's thread does not start, and no stop waits two seconds for it.
@InjectKey(DelegateStatisticsReporterSchedulerComponent.class)
public final class NoStatisticsReports implements StatisticsReporterComponent, StatisticsReporterSchedulerComponent {}
