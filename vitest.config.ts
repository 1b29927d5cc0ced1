import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = dirname(fileURLToPath(import.meta.url));
/** The compiled rooms. */
const BUILT = join(root, 'dist');

/** Tests import what users run, the built rooms: native modules are quicker than ones that Vitest transforms. */
function builtRooms(): Plugin {
  return {
    name: 'built-rooms',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.') || !source.endsWith('.js')) return null;
      const path = relative(root, resolve(dirname(importer), source));
      const isTest = path.split(sep)[0] === 'test';
      return isTest || !existsSync(join(BUILT, path)) ? null : join(BUILT, path);
    },
  };
}

/** Files of more than about ten seconds, longest first, of both tiers: no other file would run beside one that came last. */
const LONG = [
  'surroundings/surroundings.conform',
  'bench/mutants/statement-killers',
  'golden/scenes',
  'regression/check/one-verdict.conform',
  'arch/isa/differential/random-words',
  'cli/terminal-progress',
  'examples/rtl',
  'cli/replay.conform',
  'regression/run/one-bug-one-group',
  'regression/clean-waves',
  'package/installed',
  'cli/many-buckets',
  'cli/run.conform',
  'cli/merge',
  'arch/isa/modifiers',
  'cli/resume',
  'cli/recipes',
  'cli/golden',
  'arch/isa/differential/llvm.conform',
  'cli/check.conform',
  'golden/gpu-memory',
  'regression/faults',
  'cli/docs.conform',
  'cli/cosim',
  'stimulus/matrix/meetings',
  'report/page/browser',
  'cli/faults',
  'cli/shrink',
  'cli/config',
];

/** Long files first, in the order of `LONG`, then all others in the order that the seed gives: none may need another. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONG.findIndex((part) => moduleId.includes(`/test/${part}`));
      return place < 0 ? LONG.length : place;
    };
    const drawn = ({ moduleId }: TestSpecification): string =>
      createHash('sha1')
        .update(`${seed} ${relative(root, moduleId)}`)
        .digest('hex');
    return files
      .map((file) => ({ file, rank: rank(file), drawn: drawn(file) }))
      .sort((a, b) => a.rank - b.rank || a.drawn.localeCompare(b.drawn))
      .map(({ file }) => file);
  }
}

export default defineConfig({
  plugins: [builtRooms()],
  test: {
    globalSetup: ['test/support/installed-folder.ts', 'test/support/fresh-bundles.ts'],
    setupFiles: ['test/support/repeated-laws.ts'],
    include: ['test/**/*.test.ts'],
    // Pictures have their lines in every environment, one without a locale too.
    env: { LC_ALL: 'C.UTF-8' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // Every run has the same order, as every run here repeats; `--sequence.seed=3` gives another one.
    sequence: { sequencer: LongFilesFirst, shuffle: { tests: true }, seed: 2 },
    maxWorkers: 2,
    server: { deps: { external: [/\/dist\//] } },
    // The rooms hold no state of their own, so test files share their modules: a fifth of the suite's time.
    isolate: false,
  },
});
