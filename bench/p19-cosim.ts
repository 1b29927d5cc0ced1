import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSequence, generateTest, LiveDesign, openCorpus, packageRoot } from '../regression/index.js';
import { runScenario } from '../rtl-model/index.js';
import { designSeed, type Scenario } from '../transactions/index.js';
import { measureInterleaved, type Round, timed } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { isInstalled, run } from './p1/comparator.js';

/** A third of the model's pace, and a time outside of transport and design of 60 % at least. */
const GOALS = { model: { floor: 1 / 3, aim: 0.5 }, answers: { floor: 0.6, aim: 0.8 } };

const TESTS = ['rmw_buffer', 'discard_before', 'or_bits'];
const SEEDS = 2;
const SILENT_MS = 60_000;
const NEEDS = ['verilator', 'g++', 'make'];

/** P19: a design in SystemVerilog, live in place of the exit trackers, beside the model in its place and beside its recorded answers. */
export const p19Cosim: Metric = {
  id: 'P19',
  title: 'waves that are not judged, with a design under Verilator in place of the exit trackers',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    if (!isInstalled({ needs: { programs: NEEDS, files: [] } }))
      return { comparisons: [], skipped: [SKIPPED] };
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p19-'));
    const design = new LiveDesign({ command: builtIn(folder), unit: 'exit-tracker', silentMs: SILENT_MS });
    try {
      design.start();
      const scenes = makeScenes();
      const answered = scenes.map((scenario) => ({ ...scenario, design: answersOf(design, scenario) }));
      const [live, answers, model] = await measureInterleaved(
        [
          { name: 'live', round: () => pace(scenes, design) },
          { name: 'recorded answers', round: () => pace(answered) },
          { name: 'model in its place', round: () => pace(scenes) },
        ] as const,
        rounds,
      );
      const comparisons = [
        compare(live, model, GOALS.model.floor, GOALS.model.aim),
        compare(live, answers, GOALS.answers.floor, GOALS.answers.aim),
      ];
      return { comparisons, skipped: [] };
    } finally {
      await design.close();
      rmSync(folder, { recursive: true });
    }
  },
};

const SKIPPED = { comparator: 'Verilator', install: `apt-get install -y ${NEEDS.join(' ')}` };

/** Builds the example; makefiles of Verilator take no blanks in paths, so the sources are named from their folder. */
function builtIn(folder: string): string {
  const examples = join(packageRoot(), 'examples');
  const cosim = join(examples, 'cosim');
  const live = (file: string): string => join(examples, 'rtl', 'live', file);
  const sources = [join(cosim, 'pops_cosim.sv'), live('live_names.sv'), live('exit_trackers.sv')];
  const all = [...sources, live('live.sv'), live('cosim_dpi.c')];
  const how = ['--binary', '--timing', '-O3', '-CFLAGS', `-O2 -I${cosim}`, '--top', 'live'];
  run('verilator', [...how, '--Mdir', folder, '-o', 'live', ...all]);
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

function pace(scenes: readonly Scenario[], design?: LiveDesign): Round {
  const { value, seconds } = timed(() => {
    let waves = 0;
    for (const scenario of scenes) {
      const live = design?.begin({ seed: designSeed(scenario.schedule) });
      waves += runScenario(scenario, null, live === undefined ? {} : { design: live }).waves;
    }
    return waves;
  });
  return { work: value, seconds };
}
