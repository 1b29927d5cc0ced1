import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackageRoot } from '../base/basics/index.js';
import { MODEL_VERSION } from '../transactions/index.js';
import { captureOutput, findEarlierBuild, NO_EARLIER_BUILD } from './earlier-build.js';
import { measureInterleaved, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';

const FLOOR = 1.6;
const TARGET = 3;

/** The variants of the mixed corpus to run. The first warms up V8, like the first minute of a nightly run. */
const VARIANTS = [50, 51];

/** A script that generates each variant's scenarios in the earlier build and writes them to `process.argv[2]`. */
const GENERATE_SCRIPT = `
const { writeFileSync } = await import('node:fs');
const { makeWorkload } = await import(process.argv[1]);
writeFileSync(process.argv[2], JSON.stringify(JSON.parse(process.argv[3]).map((variant) => makeWorkload(variant))));
`;

/**
 * A script that runs the scenarios in `process.argv[3]` on model version `process.argv[4]` with checkers and coverage.
 * Prints the waves and CPU seconds of all variants except the first. Identical programs share one object, as they do in
 * the corpus.
 */
const RUN_SCRIPT = `
const { readFileSync } = await import('node:fs');
const { runWorkload } = await import(process.argv[1]);
const { parseScenario } = await import(process.argv[2]);
const model = Number(process.argv[4]);
const programs = new Map();
const dedupe = (program) => {
  const key = JSON.stringify(program);
  if (!programs.has(key)) programs.set(key, program);
  return programs.get(key);
};
const readScenario = (value) => {
  const scenario = parseScenario({ ...value, model }, value.name);
  return { ...scenario, programs: scenario.programs.map(dedupe) };
};
const [first, ...measured] = JSON.parse(readFileSync(process.argv[3])).map((variant) => variant.map(readScenario));
runWorkload(first, 'cover');
const begin = process.cpuUsage();
const waves = measured.reduce((sum, variant) => sum + runWorkload(variant, 'cover').waves, 0);
const { user, system } = process.cpuUsage(begin);
console.log(JSON.stringify({ waves, seconds: (user + system) / 1e6 }));
`;

/**
 * P13: waves of the mixed corpus checked and sampled for coverage per core-second, compared with an earlier build on
 * the same scenarios.
 */
export const p13Corpus: Metric = {
  id: 'P13',
  title: 'waves of the mixed corpus, judged and covered, compared with an earlier build',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    const earlier = findEarlierBuild();
    if (earlier === undefined) return { comparisons: [], skipped: [NO_EARLIER_BUILD] };
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p13-'));
    try {
      const file = join(folder, 'scenarios.json');
      const generateArguments = [getUrl(earlier, 'bench', 'workload.js'), file, JSON.stringify(VARIANTS)];
      captureOutput(earlier, GENERATE_SCRIPT, generateArguments);
      const model = Number(
        captureOutput(earlier, MODEL_SCRIPT, [getUrl(earlier, 'transactions', 'index.js')]),
      );
      const [current, previous] = await measureInterleaved(
        [
          { name: 'this build', round: () => runRound(findPackageRoot(), file, MODEL_VERSION) },
          { name: 'earlier build', round: () => runRound(earlier, file, model) },
        ] as const,
        rounds,
      );
      return { comparisons: [compare(current, previous, FLOOR, TARGET)], skipped: [] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const MODEL_SCRIPT = 'console.log((await import(process.argv[1])).MODEL_VERSION);';

function runRound(packageRoot: string, file: string, model: number): Round {
  const args = [
    getUrl(packageRoot, 'bench', 'workload.js'),
    getUrl(packageRoot, 'transactions', 'codec.js'),
    file,
    String(model),
  ];
  const { waves, seconds } = JSON.parse(captureOutput(packageRoot, RUN_SCRIPT, args)) as {
    waves: number;
    seconds: number;
  };
  return { work: waves, seconds };
}

function getUrl(packageRoot: string, ...path: readonly string[]): string {
  return pathToFileURL(join(packageRoot, 'dist', ...path)).href;
}
