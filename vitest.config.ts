import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

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

/** A tier of the tests: CONTRIBUTING, "Two tiers of tests". */
const tier = (
  order: number,
  name: string,
  include: string,
  workers: number,
  limitMs: number,
  pool: 'threads' | 'forks',
) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    maxWorkers: workers,
    pool,
    sequence: { groupOrder: order },
    testTimeout: limitMs,
    hookTimeout: limitMs,
  },
});

export default defineConfig({
  plugins: [builtRooms()],
  test: {
    globalSetup: ['test/support/installed-folder.ts', 'test/support/fresh-bundles.ts'],
    setupFiles: ['test/support/repeated-laws.ts'],
    // Pictures have their lines in every environment, one without a locale too.
    env: { LC_ALL: 'C.UTF-8' },
    // Files that took longest in the last run come first; `--sequence.shuffle.files --sequence.seed=3` gives another order.
    sequence: { shuffle: { tests: true, files: false }, seed: 2 },
    server: { deps: { external: [/\/dist\//] } },
    // The rooms hold no state of their own, so test files share their modules: a fifth of the suite's time.
    isolate: false,
    // Limits end what hangs: no test comes near them, not on a machine ten times slower either.
    projects: [
      tier(1, 'quick', 'test/**/*.test.ts', 2, 300_000, 'threads'),
      // Many wait for a command or a server, so one more file is under way. Processes stay smaller than one with threads,
      // which takes longer to start a command.
      tier(2, 'conform', 'test/**/*.conform.ts', 3, 900_000, 'forks'),
    ],
  },
});
