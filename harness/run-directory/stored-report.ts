import { present } from '../../arch/index.js';
import { createEmptyCoverage, foldCoverage, mergeCoverage } from '../../coverage/index.js';
import type { Manifest } from '../records/manifest.js';
import { isBeingWritten } from '../records/run-lock.js';
import { isLoaded } from '../suite-files/opened-suites.js';
import { openLoggedRun, openPastRun, type PastRun } from './past-run.js';
import { getPlanSlice } from './plan-slice.js';
import type { EndedEvent, RunStatus } from './run-event.js';
import { formatReproCommand, type RunReport, restoreRequest } from './run-request.js';
import { Tally } from './tally.js';
import { readHoleSearch, readRerunComparison, readTriage } from './triage-file.js';
import { checkForUndetectedFault } from './unseen-fault.js';

/**
 * Creates the report for a run directory in any state. A killed run is reported as interrupted. Throws `UsageError` if
 * there is no log.
 */
export function reportOnRun(directory: string): RunReport {
  const pastRun = openLoggedRun(directory);
  return makeFinishedReport(pastRun, summariseRun(pastRun));
}

/**
 * Creates the report for a run directory from stored data. Does not run tests to find out whether an undetected fault
 * has an effect.
 */
export function loadStoredReport(directory: string): {
  readonly report: RunReport;
  readonly manifest: Manifest;
} {
  const pastRun = openPastRun(directory);
  return { report: makeLoggedReport(pastRun, summariseRun(pastRun)), manifest: pastRun.manifest };
}

/** A run's final totals, or its current ones if it is unfinished. */
type RunSummary = Omit<EndedEvent, 'event' | 'by'> & { readonly by: RunStatus };

function summariseRun({ ended, tests, elapsedMs, manifest, directory }: PastRun): RunSummary {
  if (ended !== undefined) return ended;
  const by = isBeingWritten(directory) ? 'running' : 'interrupted';
  return { tests, by, seconds: elapsedMs / 1000, kept: 0, workers: manifest.workers };
}

/**
 * Creates the report for a finished run from its log. If the suite is built in or its file is loaded, also checks
 * whether undetected faults have an effect.
 */
export function makeFinishedReport(pastRun: PastRun, summary: RunSummary): RunReport {
  const report = makeLoggedReport(pastRun, summary);
  const { request } = report;
  if (!isLoaded(request)) return report;
  return { ...report, ...checkForUndetectedFault(report, () => getPlanSlice(request)) };
}

function makeLoggedReport(pastRun: PastRun, summary: RunSummary): RunReport {
  const request = restoreRequest(pastRun.manifest, pastRun.directory, summary.workers);
  const tally = new Tally();
  let coverage = createEmptyCoverage();
  for (const result of pastRun.results()) {
    tally.add(result, (failure) => formatReproCommand(request, failure));
    if (result.coverage !== undefined) coverage = foldCoverage(mergeCoverage(coverage, result.coverage));
  }
  const { by: end, seconds, kept, coordinatorSeconds, peakBytes } = summary;
  const optionalTotals = {
    ...present({ coordinatorSeconds, peakBytes }),
  };
  return {
    request,
    tally,
    coverage,
    end,
    seconds,
    ...optionalTotals,
    kept,
    ...readTriage(pastRun.directory),
    ...readRerunComparison(pastRun.directory),
    ...readHoleSearch(pastRun.directory),
  };
}
