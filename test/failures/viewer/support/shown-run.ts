import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runComparison } from '../../../../failures/replay/compared-run.js';
import { makeOverlaidRun } from '../../../../failures/replay/write-traces.js';
import { resolveReplay } from '../../../../failures/stored/replay-source.js';
import { packRun, type ViewerRun } from '../../../../failures/viewer/viewer-data.js';
import { renderViewerPage } from '../../../../failures/viewer/viewer-page.js';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { type ReplayResult, replayScenario } from '../../../../harness/one-test/replay.js';
import { TraceLines } from '../../../../harness/one-test/trace-lines.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../../harness/selection/selection.js';
import type { FaultId } from '../../../../transactions/index.js';

/** Replays a failing test and returns the run for its page. */
export function makeViewerRun(
  test: string,
  chip: 'navi21' | 'navi31',
  faults: readonly FaultId[],
): ViewerRun {
  const overrides = { ...NO_OVERRIDES, faults, chips: [chip] };
  const { scenario } = resolveReplay(test, overrides, openCorpus());
  const trace = new TraceLines();
  const { witness, verdict } = replayScenario(scenario, { trace: trace.add });
  return { scenario, lines: trace.entries, violations: verdict.violations, waves: witness?.waves ?? [] };
}

/** Replays a failing test, overlaid with a fault-free run that replays its choices, as `replay --against` does. */
export function makeComparedRun(
  test: string,
  chip: 'navi21' | 'navi31',
  faults: readonly FaultId[],
): ViewerRun {
  const run = makeViewerRun(test, chip, faults);
  const overrides = { ...NO_OVERRIDES, chips: [chip] };
  const source = resolveReplay(test, overrides, openCorpus());
  const { scenario, violations } = run;
  const first = { scenario, verdict: { violations } as ReplayResult['verdict'] };
  return { ...run, other: makeOverlaidRun(runComparison(source, {}, first, { beforeRun: () => undefined })) };
}

/** Renders a run's page as HTML. */
export function makePage(run: ViewerRun): string {
  const script = readFileSync(join(findPackageRoot(), 'dist/bundled/viewer.js'), 'utf8');
  return renderViewerPage(packRun(run), 'npx --no-install pops-tb replay case', script);
}
