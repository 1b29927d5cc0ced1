import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = dirname(fileURLToPath(import.meta.url));
/** Folder of the compiled modules. */
const BUILD_FOLDER = join(root, 'dist');

/**
 * Makes tests import the compiled modules, which are what users run. Native modules load faster than modules
 * transformed by Vitest.
 */
function builtModules(): Plugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.') || !source.endsWith('.js')) return null;
      const path = relative(root, resolve(dirname(importer), source));
      const isTest = path.split(sep)[0] === 'test';
      return isTest || !existsSync(join(BUILD_FOLDER, path)) ? null : join(BUILD_FOLDER, path);
    },
  };
}

/** Defines a test tier (CONTRIBUTING, "Three tiers of tests"). */
const createTier = (
  order: number,
  name: string,
  include: string,
  workers: number,
  timeoutMs: number,
  pool: 'threads' | 'forks',
) => ({
  extends: true as const,
  test: {
    name,
    include: [include],
    maxWorkers: workers,
    pool,
    sequence: { groupOrder: order },
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
  },
});

/** What each file cost when it was last measured (`tools/tiers`): calls in millions, or processor seconds. */
const COSTS: { calls: Record<string, number>; seconds: Record<string, number> } = JSON.parse(
  readFileSync(join(root, 'test', 'costs.json'), 'utf8'),
);

/** Starts the dearest files of a tier first, so that none ends alone. */
class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getCost = ({ moduleId }: TestSpecification): number => {
      const file = relative(root, moduleId);
      return COSTS.seconds[file] ?? COSTS.calls[file] ?? 0;
    };
    return files.toSorted((a, b) => getCost(b) - getCost(a));
  }
}

const shufflesFiles = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

export default defineConfig({
  plugins: [builtModules()],
  test: {
    globals: true,
    globalSetup: ['test/support/installed-folder.ts', 'test/support/fresh-bundles.ts'],
    setupFiles: ['test/support/repeated-laws.ts', 'test/support/file-costs.ts'],
    // Line characters in pictures must not depend on the environment, which may have no locale.
    env: { LC_ALL: 'C.UTF-8' },
    // Use `--sequence.shuffle.files --sequence.seed=3` for another order of files.
    sequence: {
      ...{ shuffle: { tests: true, files: false }, seed: 2 },
      ...(shufflesFiles ? {} : { sequencer: DearestFirst }),
    },
    server: { deps: { external: [/\/dist\//] } },
    // The product's modules are stateless, so test files can share them. This saves a fifth of the suite's time.
    isolate: false,
    // These limits only end tests that hang. No other test comes near them, even on a machine ten times slower.
    projects: [
      createTier(1, 'quick', 'test/**/*.test.ts', 2, 300_000, 'threads'),
      createTier(2, 'slow', 'test/**/*.slow.ts', 2, 300_000, 'threads'),
      // Many of these tests wait for a command or a server, so five files run in parallel. They run in separate
      // processes, which stay smaller than one process with threads and therefore start commands faster.
      createTier(3, 'conform', 'test/**/*.conform.ts', 5, 900_000, 'forks'),
    ],
  },
});
