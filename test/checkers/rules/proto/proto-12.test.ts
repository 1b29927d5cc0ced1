import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { Transaction, TransactionKind } from '../../../../transactions/index.js';
import { checkRun } from '../../support/checked-run.js';
import { createCrowdedScenario, rmwBuffer } from '../../support/mistaken-launches.js';
import { listFiredRules } from '../../support/stream.js';

const SCENARIOS = {
  ids: createCrowdedScenario(rmwBuffer, 'navi21'),
  exports: createCrowdedScenario(rmwBuffer, 'navi31'),
};

/** Returns whether PROTO-12 fires if `change` is applied to the first transaction of a kind in a clean run. */
function fires<K extends TransactionKind>(
  kind: K,
  change: (t: Extract<Transaction, { readonly kind: K }>) => object,
  name: keyof typeof SCENARIOS = 'ids',
): boolean {
  let isFirst = true;
  const verdict = checkRun(SCENARIOS[name], (t) => {
    if (t.kind !== kind || !isFirst) return t;
    isFirst = false;
    return { ...t, ...change(t as Extract<Transaction, { readonly kind: K }>) } as Transaction;
  });
  expect(isFirst).toBe(false);
  return listFiredRules(verdict).includes('PROTO-12');
}

test("does not fire on the model's own stream", () => {
  for (const name of ['ids', 'exports'] as const)
    expect(fires('memory-issued', ({ operation }) => ({ operation }), name)).toBe(false);
});

test('fires when an access differs from its instruction', () => {
  const wrongOperation = { load: 'store', store: 'load', atomic: 'load' } as const;
  expect(fires('memory-issued', ({ operation }) => ({ operation: wrongOperation[operation] }))).toBe(true);
  expect(fires('memory-issued', () => ({ space: 'lds' }))).toBe(true);
});

test('fires when an access is less coherent than its instruction requires, or uses the wrong counter', () => {
  expect(fires('memory-issued', ({ glc }) => ({ glc: !glc }))).toBe(true);
  expect(fires('memory-issued', ({ dlc }) => ({ dlc: !dlc }))).toBe(true);
  expect(fires('memory-issued', () => ({ counter: 'exp' }))).toBe(true);
});

test('fires when a transaction is reported at the wrong pc, or at a pc with no instruction', () => {
  expect(fires('memory-issued', () => ({ pc: 0 }))).toBe(true);
  expect(fires('memory-issued', () => ({ pc: 0x10000 }))).toBe(true);
  expect(fires('memory-issued', ({ pc }) => ({ pc: pc + 1 }))).toBe(true);
  expect(fires('exiting-id-polled', ({ pc }) => ({ pc: pc - 4 }))).toBe(true);
});

test('fires for a different target, message, register or immediate', () => {
  expect(fires('exported', ({ target }) => ({ target: target + 1 }))).toBe(true);
  expect(fires('exported', ({ done }) => ({ done: !done }))).toBe(true);
  expect(fires('exported', ({ enabled }) => ({ enabled: enabled ^ 1 }))).toBe(true);
  expect(fires('message-sent', ({ message }) => ({ message: message + 1 }))).toBe(true);
  expect(fires('hwreg-written', ({ size }) => ({ size: size - 1 }))).toBe(true);
  expect(fires('event-wait-done', ({ immediate }) => ({ immediate: immediate + 1 }), 'exports')).toBe(true);
});

test('fires when a counter wait ends with too many operations outstanding', () => {
  // The program's first wait is only for scalar loads.
  expect(fires('wait-done', () => ({ lgkm: 1 }))).toBe(true);
  expect(fires('wait-done', () => ({ vm: 1 }))).toBe(false);
});

/** Repeats one transaction of a kind after its wave ends, and returns the `allowed` text of each violation. */
function repeatAfterEnd(kind: TransactionKind, name: keyof typeof SCENARIOS): string[] {
  const scoreboards = createScoreboards(SCENARIOS[name]);
  let copied: Transaction | undefined;
  runScenario(SCENARIOS[name], (t) => {
    scoreboards.observe(t);
    if (t.kind === kind) copied ??= structuredClone(t);
    if (t.kind !== 'wave-ended' || copied === undefined || !('wave' in copied) || copied.wave !== t.wave)
      return;
    scoreboards.observe({ ...copied, cycle: t.cycle });
    copied = undefined;
  });
  const violations = scoreboards.finish().violations.filter(({ rule }) => rule === 'PROTO-12');
  return violations.map(({ allowed }) => allowed);
}

test.each([
  ['message-sent', 'ids'],
  ['exiting-id-polled', 'ids'],
  ['memory-issued', 'exports'],
  ['exported', 'exports'],
  ['wave-ended', 'ids'],
] as const)('fires when a wave reports %s after its end', (kind, name) => {
  expect(repeatAfterEnd(kind, name)[0]).toMatch(/^wave \d+ .* has ended and must not do anything else\.$/);
});

test('fires when a wave ends at an instruction that does not end a program', () => {
  expect(fires('wave-ended', ({ pc }) => ({ pc: pc - 4 }))).toBe(true);
});
