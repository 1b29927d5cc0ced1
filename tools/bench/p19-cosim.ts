import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/index.js';
import { generateTest } from '../../harness/one-test/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { findSequence } from '../../harness/selection/index.js';
import { LiveDesign } from '../../intake/cosim/live-design.js';
import { runScenario } from '../../rtl-model/index.js';
import { getDesignSeed, type Scenario } from '../../transactions/index.js';
import {
  createCountingSide,
  type Metric,
  measureCpuTime,
  measureTime,
  type Round,
  type Setup,
} from './harness.js';
import { isInstalled, run } from './p1/comparator.js';

/** Minimum and target rates, relative to the model alone and to the same workload without transport overhead. */
const GOALS = { model: { floor: 1 / 3, aim: 0.5 }, transport: { floor: 0.6, aim: 0.8 } };

const TESTS = ['rmw_buffer', 'discard_before', 'or_bits'];
const SEEDS = 2;
const RESPONSE_TIMEOUT_MS = 60_000;
/** Cycles from a design input to its first visible effect; set to the maximum allowed by the rules. */
const WINDOW = 8;
/** Index of the user-mode time in `/proc/ID/stat`, counting from the field after the process name. */
const USER_TIME = 11;
const DESIGN_PASSES = 10;
const REQUIRED_PROGRAMS = ['verilator', 'g++', 'make'];

/**
 * P19: a live SystemVerilog design replacing the exit trackers, compared with the model alone, and with the same
 * workload without transport overhead.
 */
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
  const pidFile = join(folder, 'process');
  const command = `echo $$ > ${pidFile}; exec ${buildDesign(folder)} +window=${WINDOW}`;
  const design = new LiveDesign({ command, unit: 'exit-tracker', maxSilenceMs: RESPONSE_TIMEOUT_MS });
  design.start();
  const scenarios = generateScenarios();
  const recordings = scenarios.map((scenario) => ({
    ...scenario,
    design: recordResponses(design, scenario),
  }));
  const id = readFileSync(pidFile, 'utf8').trim();
  const designSeconds = measureDesignSeconds(scenarios, design, id);
  // In wall-clock time, because the host and the design wait for each other.
  const live = createCountingSide('live', measureTime, () => runScenarios(scenarios, design));
  const liveCpu = { name: 'live, processor time', round: () => measureLiveCpu(scenarios, design, id) };
  const model = createCountingSide('model in its place', measureTime, () => runScenarios(scenarios));
  const modelCpu = { name: 'model in its place, processor time', round: () => measureCpu(scenarios) };
  const withoutTransport = {
    name: 'without transport, processor time',
    round: () => measureCpu(recordings, designSeconds),
  };
  return {
    pairs: [
      { subject: live, comparator: model, ...GOALS.model },
      { subject: liveCpu, comparator: modelCpu, ...GOALS.model },
      { subject: liveCpu, comparator: withoutTransport, ...GOALS.transport },
    ],
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

function recordResponses(design: LiveDesign, scenario: Scenario) {
  const test = design.begin({ seed: getDesignSeed(scenario.schedule) });
  runScenario(scenario, null, { design: test });
  return { ...test.recorded, answers: [...test.recorded.answers] };
}

/** Measures a round in CPU time, including the design's. This is mostly unaffected by other load on the machine. */
function measureCpu(scenarios: readonly Scenario[], designSeconds = 0): Round {
  const { value, seconds } = measureCpuTime(() => runScenarios(scenarios));
  return { work: value, seconds: seconds + designSeconds };
}

/** Like `measureCpu`, but with a live design whose process ID is `id`. */
function measureLiveCpu(scenarios: readonly Scenario[], design: LiveDesign, id: string): Round {
  const before = readCpuSeconds(id);
  const { value, seconds } = measureCpuTime(() => runScenarios(scenarios, design));
  return { work: value, seconds: seconds + readCpuSeconds(id) - before };
}

/** Returns the CPU time that a process has used so far, in seconds, as reported by Linux. */
function readCpuSeconds(id: string): number {
  const [nanoseconds] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

/** Measures a design's user-mode time for the scenarios, in seconds. Linux reports it in hundredths of a second. */
function measureDesignSeconds(scenarios: readonly Scenario[], design: LiveDesign, id: string): number {
  const readSeconds = (): number =>
    Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[USER_TIME]) / 100;
  const before = readSeconds();
  for (let pass = 0; pass < DESIGN_PASSES; pass++) runScenarios(scenarios, design);
  return (readSeconds() - before) / DESIGN_PASSES;
}

function runScenarios(scenarios: readonly Scenario[], design?: LiveDesign): number {
  let waves = 0;
  for (const scenario of scenarios) {
    const live = design?.begin({ seed: getDesignSeed(scenario.schedule) });
    waves += runScenario(scenario, null, live === undefined ? {} : { design: live }).waves;
  }
  return waves;
}
