import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../base/basics/index.js';
import { LiveDesign } from '../designs/cosim/index.js';
import { generateTest } from '../harness/one-test/index.js';
import { openCorpus } from '../harness/programs/index.js';
import { findSequence } from '../harness/selection/index.js';
import { runScenario } from '../rtl-model/index.js';
import { getDesignSeed, type Scenario } from '../transactions/index.js';
import { measureCpuTime, measureInterleaved, measureTime, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { isInstalled, run } from './p1/comparator.js';

/** Minimum and target ratios to the model's rate, and to the rate without transport. */
const GOALS = { model: { floor: 1 / 3, aim: 0.5 }, transport: { floor: 0.6, aim: 0.8 } };

const TESTS = ['rmw_buffer', 'discard_before', 'or_bits'];
const SEEDS = 2;
const SILENT_MS = 60_000;
/** Cycles from a design input to its first effect: the maximum that the rules allow. */
const WINDOW = 8;
/** Index of the user-mode time in `/proc/ID/stat`, counting from the field after the process name. */
const USER_TIME = 11;
const DESIGN_PASSES = 10;
const REQUIRED_PROGRAMS = ['verilator', 'g++', 'make'];

/**
 * P19: a live SystemVerilog design instead of the exit trackers, compared with the model alone and with the
 * same work without transport.
 */
export const p19Cosim: Metric = {
  id: 'P19',
  title: 'waves that are not judged, with a design under Verilator in place of the exit trackers',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    if (!isInstalled({ requirements: { programs: REQUIRED_PROGRAMS, files: [] } }))
      return { comparisons: [], skipped: [NOT_INSTALLED] };
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p19-'));
    const pidFile = join(folder, 'process');
    const command = `echo $$ > ${pidFile}; exec ${buildDesign(folder)} +window=${WINDOW}`;
    const design = new LiveDesign({ command, unit: 'exit-tracker', maxSilenceMs: SILENT_MS });
    try {
      design.start();
      const scenes = makeScenes();
      const recordedScenes = scenes.map((scenario) => ({
        ...scenario,
        design: recordAnswers(design, scenario),
      }));
      const id = readFileSync(pidFile, 'utf8').trim();
      const designSeconds = measureDesignSeconds(scenes, design, id);
      const [live, model, liveWork, withoutTransport, modelWork] = await measureInterleaved(
        [
          { name: 'live', round: () => wallClockRound(scenes, design) },
          { name: 'model in its place', round: () => wallClockRound(scenes) },
          { name: 'live, processor time', round: () => liveCpuRound(scenes, design, id) },
          { name: 'without transport, processor time', round: () => cpuRound(recordedScenes, designSeconds) },
          { name: 'model in its place, processor time', round: () => cpuRound(scenes) },
        ] as const,
        rounds,
      );
      const comparisons = [
        compare(live, model, GOALS.model.floor, GOALS.model.aim),
        compare(liveWork, modelWork, GOALS.model.floor, GOALS.model.aim),
        compare(liveWork, withoutTransport, GOALS.transport.floor, GOALS.transport.aim),
      ];
      return { comparisons, skipped: [] };
    } finally {
      await design.close();
      rmSync(folder, { recursive: true });
    }
  },
};

const NOT_INSTALLED = {
  comparator: 'Verilator',
  install: `apt-get install -y ${REQUIRED_PROGRAMS.join(' ')}`,
};

/** Builds the example. Verilator's makefiles can't handle spaces in paths, so sources are relative to the folder. */
function buildDesign(folder: string): string {
  const examples = join(findPackageRoot(), 'examples');
  const cosim = join(examples, 'cosim');
  const live = (file: string): string => join(examples, 'rtl', 'live', file);
  const sources = [join(cosim, 'pops_cosim.sv'), live('live_names.sv'), live('exit_trackers.sv')];
  const files = [...sources, live('live.sv'), live('cosim_dpi.c')];
  const options = ['--binary', '--timing', '-O3', '-CFLAGS', `-O2 -I${cosim}`, '--top', 'live'];
  run('verilator', [...options, '--Mdir', folder, '-o', 'live', ...files]);
  return join(folder, 'live');
}

function makeScenes(): readonly Scenario[] {
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

function recordAnswers(design: LiveDesign, scenario: Scenario) {
  const test = design.begin({ seed: getDesignSeed(scenario.schedule) });
  runScenario(scenario, null, { design: test });
  return { ...test.recorded, answers: [...test.recorded.answers] };
}

/** Measures a round in wall-clock time, since the host and the design wait for each other. */
function wallClockRound(scenes: readonly Scenario[], design?: LiveDesign): Round {
  const { value, seconds } = measureTime(() => runScenes(scenes, design));
  return { work: value, seconds };
}

/** Measures a round in CPU time, including the design's. Other load on the machine barely affects it. */
function cpuRound(scenes: readonly Scenario[], designSeconds = 0): Round {
  const { value, seconds } = measureCpuTime(() => runScenes(scenes));
  return { work: value, seconds: seconds + designSeconds };
}

/** Like `cpuRound`, but with a live design whose process ID is `id`. */
function liveCpuRound(scenes: readonly Scenario[], design: LiveDesign, id: string): Round {
  const before = readCpuSeconds(id);
  const { value, seconds } = measureCpuTime(() => runScenes(scenes, design));
  return { work: value, seconds: seconds + readCpuSeconds(id) - before };
}

/** Returns the CPU time that a process has used so far, in seconds, as reported by Linux. */
function readCpuSeconds(id: string): number {
  const [nanoseconds] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

/** Measures a design's user-mode time for the scenes, in seconds. Linux reports it in hundredths of a second. */
function measureDesignSeconds(scenes: readonly Scenario[], design: LiveDesign, id: string): number {
  const seconds = (): number =>
    Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[USER_TIME]) / 100;
  const before = seconds();
  for (let pass = 0; pass < DESIGN_PASSES; pass++) runScenes(scenes, design);
  return (seconds() - before) / DESIGN_PASSES;
}

function runScenes(scenes: readonly Scenario[], design?: LiveDesign): number {
  let waves = 0;
  for (const scenario of scenes) {
    const live = design?.begin({ seed: getDesignSeed(scenario.schedule) });
    waves += runScenario(scenario, null, live === undefined ? {} : { design: live }).waves;
  }
  return waves;
}
