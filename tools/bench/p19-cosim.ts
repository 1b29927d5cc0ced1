import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { LiveDesign } from '../../intake/cosim/live-design.js';
import { runScenario } from '../../rtl-model/index.js';
import { getDesignSeed, type Scenario } from '../../transactions/index.js';
import { createCountingSide, type Metric, measureTime, type Setup } from './harness.js';
import { isInstalled, run } from './p1/comparator.js';

const FLOOR = 1 / 3;
const TARGET = 0.5;

const TESTS = ['rmw_buffer', 'discard_before', 'or_bits'];
const SEEDS = 2;
const RESPONSE_TIMEOUT_MS = 60_000;
/** Cycles from a design input to its first visible effect; set to the maximum allowed by the rules. */
const WINDOW = 8;
const REQUIRED_PROGRAMS = ['verilator', 'g++', 'make'];

/** P19: a live SystemVerilog design replacing the exit trackers, compared with the model alone. */
export const p19Cosim: Metric = {
  id: 'P19',
  title: 'waves that are not judged, with a design under Verilator in place of the exit trackers',
  unit: 'waves/s',
  setUp() {
    if (isInstalled({ requirements: { programs: REQUIRED_PROGRAMS, files: [] } })) return startDesign();
    const install = `apt-get install -y ${REQUIRED_PROGRAMS.join(' ')}`;
    return { pairs: [], skipped: [{ comparator: 'Verilator', install }] };
  },
};

function startDesign(): Setup {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p19-'));
  const command = `${buildDesign(folder)} +window=${WINDOW}`;
  const design = new LiveDesign({ command, unit: 'exit-tracker', maxSilenceMs: RESPONSE_TIMEOUT_MS });
  design.start();
  const scenarios = generateScenarios();
  // In wall-clock time, because the host and the design wait for each other.
  const live = createCountingSide('live', measureTime, () => runScenarios(scenarios, design));
  const model = createCountingSide('model in its place', measureTime, () => runScenarios(scenarios));
  return {
    pairs: [{ subject: live, comparator: model, floor: FLOOR, aim: TARGET }],
    close: async () => {
      await design.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Builds the example design. Verilator's makefiles can't handle spaces in paths, so sources are relative. */
function buildDesign(folder: string): string {
  const examples = join(findPackageRoot(), 'docs', 'examples');
  const cosim = join(examples, 'cosim');
  const live = (file: string): string => join(examples, 'rtl', 'live', file);
  const sources = [join(cosim, 'pops_cosim.sv'), live('live_names.sv'), live('exit_trackers.sv')];
  const files = [...sources, live('live.sv'), live('cosim_dpi.c')];
  const options = ['--binary', '--timing', '-O3', '-CFLAGS', `-O2 -I${cosim}`, '--top', 'live'];
  run('verilator', [...options, '--Mdir', folder, '-o', 'live', ...files]);
  return join(folder, 'live');
}

function generateScenarios(): readonly Scenario[] {
  const corpus = openCorpus();
  const overrides = { chips: ['navi21'] as const, knobs: {}, faults: [] };
  return TESTS.flatMap((name) =>
    Array.from({ length: SEEDS }, (_, seed) =>
      generateTest({
        sequence: findSequence(name),
        seed: `0x${String(seed + 1).padStart(16, '0')}`,
        overrides,
        corpus,
      }),
    ),
  );
}

function runScenarios(scenarios: readonly Scenario[], design?: LiveDesign): number {
  let waves = 0;
  for (const scenario of scenarios) {
    const live = design?.begin({ seed: getDesignSeed(scenario.schedule) });
    waves += runScenario(scenario, null, live === undefined ? {} : { design: live }).waves;
  }
  return waves;
}
