import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { earlierBuild, NO_EARLIER_BUILD, printedBy } from './earlier-build.js';
import { measureInterleaved, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { projectRoot } from './project-root.js';

const FLOOR = 1.6;
const AIM = 3;

/** Editions of the mixed corpus, of which the first warms the engine up, as the first minute of a night does. */
const EDITIONS = [50, 51];

/**
 * Generates, runs, judges and covers the mixed corpus of a build, without the sequences that `process.argv[2]` does not name, and prints
 * waves and processor seconds of all editions but the first; both builds have this much of `workload.js`.
 */
const SCRIPT = `
const { makeWorkload, runWorkload } = await import(process.argv[1]);
const kept = new Set(JSON.parse(process.argv[2]));
const [first, ...measured] = JSON.parse(process.argv[3]);
const pass = (edition) => runWorkload(makeWorkload(edition).filter(({ name }) => kept.has(name)), 'cover').waves;
pass(first);
const begin = process.cpuUsage();
const waves = measured.reduce((sum, edition) => sum + pass(edition), 0);
const { user, system } = process.cpuUsage(begin);
console.log(JSON.stringify({ waves, seconds: (user + system) / 1e6 }));
`;

/** P13: waves of the mixed corpus, generated, judged and covered in a second of a core, beside an earlier build. */
export const p13Corpus: Metric = {
  id: 'P13',
  title: 'waves of the mixed corpus, judged and covered, beside an earlier build',
  unit: 'waves/s',
  measure: async (rounds): Promise<Measurement> => {
    const earlier = earlierBuild();
    if (earlier === undefined) return { comparisons: [], skipped: [NO_EARLIER_BUILD] };
    const known = new Set(sequencesOf(earlier));
    const common = sequencesOf(projectRoot()).filter((name) => known.has(name));
    const [now, before] = await measureInterleaved(
      [
        { name: 'this build', round: () => passed(projectRoot(), common) },
        { name: 'earlier build', round: () => passed(earlier, common) },
      ] as const,
      rounds,
    );
    return { comparisons: [compare(now, before, FLOOR, AIM)], skipped: [] };
  },
};

function sequencesOf(clone: string): string[] {
  const source = `const { SEQUENCES } = await import(process.argv[1]);
    console.log(JSON.stringify(SEQUENCES.map(({ name }) => name)));`;
  return JSON.parse(printedBy(clone, source, [moduleOf(clone, 'stimulus', 'index.js')]));
}

function passed(clone: string, sequences: readonly string[]): Round {
  const args = [moduleOf(clone, 'bench', 'workload.js'), JSON.stringify(sequences), JSON.stringify(EDITIONS)];
  const { waves, seconds } = JSON.parse(printedBy(clone, SCRIPT, args)) as { waves: number; seconds: number };
  return { work: waves, seconds };
}

function moduleOf(clone: string, ...path: readonly string[]): string {
  return pathToFileURL(join(clone, 'dist', ...path)).href;
}
