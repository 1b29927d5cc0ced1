import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../base/basics/index.js';
import { LiveDesign } from '../designs/cosim/index.js';
import { generateTest } from '../harness/one-test/index.js';
import { openCorpus } from '../harness/programs/index.js';
import { findSequence } from '../harness/selection/index.js';
import { runScenario } from '../rtl-model/index.js';
import { designSeed, type Scenario } from '../transactions/index.js';
import { measureInterleaved, type Round, timed, timedByProcessor } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { isInstalled, run } from './p1/comparator.js';

/**
 * The goals: at least a third of the model's rate, and at least 60% of the time spent outside of transport.
 */
const GOALS = { model: { floor: 1 / 3, aim: 0.5 }, transport: { floor: 0.6, aim: 0.8 } };

const TESTS = ['rmw_buffer', 'discard_before', 'or_bits'];
const SEEDS = 2;
const SILENT_MS = 60_000;
/** Cycles from a design input to its first effect: the maximum that the judges allow. */
const WINDOW = 8;
/** Index of the user-mode time in `/proc/ID/stat`, counting from the field after the name. */
const USER_TIME = 11;
const DESIGN_PASSES = 10;
const NEEDS = ['verilator', 'g++', 'make'];

/**
 * P19: a live SystemVerilog design in place of the exit trackers, compared with the model alone, and with the
 * same work without transport.
 */
export const p19Cosim: Metric = {
  id: 'P19',
  title: 'waves that are not judged, with a design under Verilator in place of the exit trackers',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    if (!isInstalled({ needs: { programs: NEEDS, files: [] } }))
      return { comparisons: [], skipped: [SKIPPED] };
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p19-'));
    const idFile = join(folder, 'process');
    const command = `echo $$ > ${idFile}; exec ${buildDesign(folder)} +window=${WINDOW}`;
    const design = new LiveDesign({ command, unit: 'exit-tracker', silentMs: SILENT_MS });
    try {
      design.start();
      const scenes = makeScenes();
      const recordedScenes = scenes.map((scenario) => ({ ...scenario, design: answersOf(design, scenario) }));
      const id = readFileSync(idFile, 'utf8').trim();
      const designSeconds = designUserSeconds(scenes, design, id);
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

const SKIPPED = { comparator: 'Verilator', install: `apt-get install -y ${NEEDS.join(' ')}` };

/**
 * Builds the example. Verilator's makefiles do not support spaces in paths, so sources are relative to their
 * folder.
 */
function buildDesign(folder: string): string {
  const examples = join(packageRoot(), 'examples');
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

function answersOf(design: LiveDesign, scenario: Scenario) {
  const test = design.begin({ seed: designSeed(scenario.schedule) });
  runScenario(scenario, null, { design: test });
  return { ...test.recorded, answers: [...test.recorded.answers] };
}

/** Measures a round in wall-clock time, because the host and the design wait for each other. */
function wallClockRound(scenes: readonly Scenario[], design?: LiveDesign): Round {
  const { value, seconds } = timed(() => wavesOf(scenes, design));
  return { work: value, seconds };
}

/**
 * Measures a round in CPU time, which other load on the machine barely affects. Includes the design's CPU
 * time.
 */
function cpuRound(scenes: readonly Scenario[], designSeconds = 0): Round {
  const { value, seconds } = timedByProcessor(() => wavesOf(scenes));
  return { work: value, seconds: seconds + designSeconds };
}

/** Like `cpuRound`, but with a live design. `id` is its process ID. */
function liveCpuRound(scenes: readonly Scenario[], design: LiveDesign, id: string): Round {
  const before = processorSeconds(id);
  const { value, seconds } = timedByProcessor(() => wavesOf(scenes, design));
  return { work: value, seconds: seconds + processorSeconds(id) - before };
}

/** Returns a process's CPU time so far, as reported by Linux. */
function processorSeconds(id: string): number {
  const [nanoseconds] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

/**
 * Measures the user-mode time that a design spends on the scenes. Linux reports it in hundredths of a second.
 */
function designUserSeconds(scenes: readonly Scenario[], design: LiveDesign, id: string): number {
  const seconds = (): number =>
    Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[USER_TIME]) / 100;
  const before = seconds();
  for (let pass = 0; pass < DESIGN_PASSES; pass++) wavesOf(scenes, design);
  return (seconds() - before) / DESIGN_PASSES;
}

function wavesOf(scenes: readonly Scenario[], design?: LiveDesign): number {
  let waves = 0;
  for (const scenario of scenes) {
    const live = design?.begin({ seed: designSeed(scenario.schedule) });
    waves += runScenario(scenario, null, live === undefined ? {} : { design: live }).waves;
  }
  return waves;
}
