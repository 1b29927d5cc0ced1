import { runTest } from '../../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../../harness/selection/selection.js';
import type { LineFilled } from '../../../../transactions/index.js';

/** A seed for which all three kinds of cache serve stale words. */
const SEED = '0x1';

/** The size of a cache line in bytes (P-043). */
const LINE_BYTES = 128;

const FILL_STEP = /^cycle (\d+): (\w+) (\d+) loads the line$/;

it('reports the cycle of the line fill in stale-read findings, for every kind of cache', () => {
  const overrides = { ...NO_OVERRIDES, faults: ['F150' as const], chips: ['navi21' as const] };
  const fills: LineFilled[] = [];
  const { verdict } = runTest(
    { sequence: findSequence('mixed_reads'), seed: SEED, overrides, corpus: openCorpus() },
    { sink: (t) => void (t.kind === 'line-filled' && fills.push({ ...t })) },
  );
  const steps = verdict.violations
    .filter(({ rule }) => rule.startsWith('VIS'))
    .flatMap((violation) =>
      violation.steps.flatMap((step) => {
        const [, cycle, cache, index] = FILL_STEP.exec(step) ?? [];
        return cycle === undefined ? [] : [{ violation, cycle: Number(cycle), cache, index: Number(index) }];
      }),
    );
  expect(new Set(steps.map(({ cache }) => cache))).toEqual(new Set(['L0', 'GL1', 'scalar']));
  for (const { violation, cycle, cache, index } of steps) {
    const [, address] = / at 0x([0-9a-f]+)/.exec(violation.allowed)!;
    const word = Number.parseInt(address!, 16);
    const lineFills = fills.filter(
      (fill) =>
        fill.cache === cache &&
        fill.index === index &&
        fill.cycle <= violation.cycle &&
        word >= fill.address &&
        word < fill.address + LINE_BYTES,
    );
    expect(lineFills.at(-1)?.cycle, violation.observed).toBe(cycle);
  }
});
