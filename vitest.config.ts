import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

const root = dirname(fileURLToPath(import.meta.url));
const BUILT = join(root, 'dist');
const ROOMS = [
  'bundle',
  'arch',
  'transactions',
  'rtl-model',
  'stimulus',
  'checkers',
  'coverage',
  'regression',
  'report',
  'cli',
  'bench',
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

export default defineConfig({
  plugins: [builtRooms()],
  test: {
    globalSetup: ['test/support/fresh-bundles.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    maxWorkers: 2,
    server: { deps: { external: [/\/dist\//] } },
    // The rooms hold no state of their own, so test files share their modules: a fifth of the suite's time.
    isolate: false,
  },
});
