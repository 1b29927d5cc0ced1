import type { BestEffortSteps } from '../../base/basics/index.js';
import { drawShrunkPicture } from '../../failures/shrink/index.js';
import { withTriageFindings } from '../../failures/triage/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { PAGE_DIAGRAM_STYLE } from '../page/page-data.js';

/**
 * Adds the triage findings to a report. If a minimal form cannot be drawn, only its diagram is omitted.
 */
export function withDrawableForms(report: RunReport, steps: BestEffortSteps): RunReport {
  return mapShrunkFailures(withTriageFindings(report, steps), (failure) => {
    const picture = steps.attempt(`diagram of ${failure.file}`, () =>
      drawShrunkPicture(failure, PAGE_DIAGRAM_STYLE),
    );
    if (picture !== undefined) return failure;
    const { witness: _undrawable, ...rest } = failure;
    return rest;
  });
}

/** Replaces each minimal form in a report with the result of `change`. */
export function mapShrunkFailures(
  report: RunReport,
  change: (failure: ShrunkFailure) => ShrunkFailure,
): RunReport {
  const { shrunk, separations } = report;
  return {
    ...report,
    ...(shrunk && { shrunk: new Map(Array.from(shrunk, ([name, failure]) => [name, change(failure)])) }),
    ...(separations && {
      separations: separations.map((separation) =>
        separation.alone ? { ...separation, alone: change(separation.alone) } : separation,
      ),
    }),
  };
}
