import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = dirname(fileURLToPath(import.meta.url));
const OWN = join(root, 'dist');
/** The compiled rooms: the project's own, or a copy with a mistake in it, which the tests of a unit are to find. */
const BUILT = process.env.POPS_TB_BUILT ?? OWN;
const ROOMS = [
  'bundle',
  'arch',
  'transactions',
  'rtl-model',
  'stimulus',
  'checkers',
  'coverage',
  'timeline',
  'regression',
  'report',
  'cli',
  'bench',
  'site',
];

/** Tests import what users run, the built rooms: native modules are quicker than ones that Vitest transforms. */
function builtRooms(): Plugin {
  return {
    name: 'built-rooms',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const path = relative(root, resolve(dirname(importer), source));
      return ROOMS.includes(path.split(sep)[0]!) && path.endsWith('.js') ? join(BUILT, path) : null;
    },
  };
}

/** Files of more than about ten seconds, which no other file would run beside if they came last. */
const LONG = [
  'regression/clean-waves',
  'golden/gpu-memory',
  'golden/scenes',
  'cli/resume',
  'cli/merge',
  'cli/run.conform',
  'cli/determinism',
  'cli/shrink',
  'cli/golden',
  'cli/readme',
  'regression/faults',
  'regression/run-suite',
  'examples/rtl',
];

/** Long files first, in the order of `LONG`: a fresh clone knows no durations, and files of few lines may take longest. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONG.findIndex((part) => moduleId.includes(`/test/${part}`));
      return place < 0 ? LONG.length : place;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [builtRooms()],
  test: {
    globalSetup: BUILT === OWN ? ['test/support/fresh-bundles.ts'] : [],
    // A mistake meets both tiers.
    include: [BUILT === OWN ? 'test/**/*.test.ts' : 'test/**/*.{test,conform}.ts'],
    // Pictures have their lines in every environment, one without a locale too.
    env: { LC_ALL: 'C.UTF-8' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    sequence: { sequencer: LongFilesFirst },
    maxWorkers: 2,
    server: { deps: { external: [/\/dist\//] } },
    // The rooms hold no state of their own, so test files share their modules: a fifth of the suite's time.
    isolate: false,
  },
});
