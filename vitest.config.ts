import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    maxWorkers: 2,
    // The rooms hold no state of their own, so test files share their modules: a fifth of the suite's time.
    isolate: false,
  },
});
