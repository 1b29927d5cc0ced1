/** A file that `init` writes, with its path in the project. */
interface StarterFile {
  readonly path: string;
  readonly contents: string;
}

const CONFIG = `import { defineConfig, defineRule } from 'pops-testbench';

/** Your first rule. It appears at the end of "pops-tb list rules". */
const everyWaveFinishes = defineRule({
  id: 'my.WAVES-01',
  text: 'Every wave that is formed also finishes.',
  create(_facts, judge) {
    const running = new Set<number>();
    return {
      on: {
        'wave-formed'({ wave }) {
          judge.armed++;
          running.add(wave);
        },
        'wave-ended'({ wave }) {
          running.delete(wave);
        },
      },
      finish(end) {
        for (const wave of running)
          judge.violate(() => ({
            cycle: end,
            unit: 'spi',
            place: { wave },
            allowed: 'Every wave finishes.',
            observed: \`Wave \${wave} was formed and never finished.\`,
            steps: [],
            hint: 'Find out what it is waiting for: pops-tb replay FAILURE --trace html',
          }));
      },
    };
  },
});

export default defineConfig({
  run: { suite: 'my.suite.ts' },
  // Each "pops-tb run nightly" runs this suite first and adds tests to it that close coverage holes.
  night: { closing: 'closing.json' },
  rules: [everyWaveFinishes],
});
`;

const SUITE = `import { defineSuite } from 'pops-testbench/stimulus';

/** Tests from two sequences on two chips; pops-tb list tests shows all others. */
export default defineSuite({
  text: 'a first suite',
  count: 20,
  chips: ['navi21', 'navi31'],
  tests: [{ sequence: 'rmw_buffer', weight: 3 }, { sequence: 'ordered_log' }],
});
`;

const TEST = `import test from 'node:test';
import { expectScenario } from 'pops-testbench/harness';
import { drawing } from 'pops-testbench/stimulus';

// The test draws this triangle twice, on the same pixels. Coordinates are in units of 1/256 pixel.
const triangle = [0, 0, 2048, 0, 0, 2048];

test('overlapping triangles stay in order', () => {
  expectScenario(drawing([[triangle, triangle]], { chip: 'navi21' })).toPass();
});
`;

const CI = `# Runs the suite and tests on every change; on failure, uploads the run directory.
name: pops-tb
on: [push, pull_request]
jobs:
  pops-tb:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
      - run: npx --no-install pops-tb run --out out/ci
      - run: node --test
      - uses: actions/upload-artifact@v4
        if: failure()
        with:
          name: pops-tb
          path: out/ci
`;

/** The files of a new project: configuration, suite, test and CI workflow. They all work unmodified. */
export const STARTER_FILES: readonly StarterFile[] = [
  { path: 'pops-tb.config.ts', contents: CONFIG },
  { path: 'my.suite.ts', contents: SUITE },
  { path: 'test/ordering.test.mjs', contents: TEST },
  { path: '.github/workflows/pops-tb.yml', contents: CI },
];
