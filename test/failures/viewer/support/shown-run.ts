import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveReplay } from '../../../../failures/stored/replay-source.js';
import { packRun, type ViewerRun } from '../../../../failures/viewer/viewer-data.js';
import { renderViewerPage } from '../../../../failures/viewer/viewer-page.js';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { replayScenario } from '../../../../harness/one-test/replay.js';
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

/** Renders a run's page as HTML. */
export function makePage(run: ViewerRun): string {
  const script = readFileSync(join(findPackageRoot(), 'dist/bundled/viewer.js'), 'utf8');
  return renderViewerPage(packRun(run), 'npx --no-install pops-tb replay case', script);
}
