import { createScoreboards } from '../../checkers/index.js';
import { scene } from './support/scenes.js';
import { listFiredRules, Stream } from './support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };

/** Returns a stream that breaks several rules: one wave ends without its exit message, and another waits for it. */
function createBrokenStream(): Stream {
  const stream = new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });
  stream.setPacker(0).poll(1, 0).end(0);
  return stream.quiesce([
    { unit: 'wave', index: 1, pc: 44, cause: { on: 'exiting-id', packer: 0, exiting: 0 } },
  ]);
}

test('scoreboards sort violations by cycle, then by the order of the rule table', () => {
  const { violations } = createBrokenStream().judge();
  expect(violations.map(({ rule }) => rule)).toEqual(['HANG-03', 'PROTO-01', 'HANG-01']);
});

test('scoreboards always return the same verdict on the same stream', () => {
  expect(createBrokenStream().judge()).toEqual(createBrokenStream().judge());
});

test('scoreboards store only the earliest violations of each rule, up to a limit, but count them all', () => {
  const stream = new Stream(scene()).form([P0]).runSection(0);
  for (let i = 0; i < 5; i++) stream.sendMessage(0);
  const scoreboards = createScoreboards(stream.scenario, { maxStoredPerRule: 2 });
  for (const transaction of stream.transactions) scoreboards.observe(transaction);
  const verdict = scoreboards.finish();
  expect(verdict.violations).toHaveLength(2);
  expect(verdict.fired).toEqual({ 'PROTO-01': 5 });
  expect(verdict.violations[0].observed).toContain('exit number 2');
});

test('scoreboards report missing data rule by rule, and never treat it as zero', () => {
  const stream = new Stream(scene()).form([P0]).runSection(0).end(0).quiesce();
  const remaining = stream.transactions.filter(
    ({ kind }) => kind !== 'memory-issued' && kind !== 'memory-performed',
  );
  const scoreboards = createScoreboards(stream.scenario);
  for (const transaction of remaining) scoreboards.observe(transaction);
  const verdict = scoreboards.finish();
  const missing = Object.fromEntries(verdict.unchecked.map((entry) => [entry.rule, entry.missing]));
  expect(missing['ORD-01']).toBe('memory-issued');
  expect(missing['RACE-01']).toBe('memory-issued');
  expect(missing['ORD-06']).toBe('section-exit');
  expect(missing['PROTO-01']).toBeUndefined();
});

test('scoreboards report missing formations if a transaction refers to an unknown wave', () => {
  const stream = new Stream(scene()).form([P0]).runSection(0).end(0).quiesce();
  const scoreboards = createScoreboards(stream.scenario);
  for (const transaction of stream.transactions) {
    if (transaction.kind !== 'wave-formed') scoreboards.observe(transaction);
  }
  const { unchecked, violations } = scoreboards.finish();
  expect(violations).toEqual([]);
  expect(unchecked.find(({ rule }) => rule === 'ORD-01')?.missing).toContain('wave-formed');
});

test('scoreboards accept a device that had nothing to do', () => {
  const verdict = new Stream(scene()).quiesce().judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.unchecked.map(({ rule }) => rule)).toEqual(['ORD-03']);
  expect(verdict.inconclusive).toBe(false);
});

test('scoreboards do not require the final contents of memory if the scenario has no memory', () => {
  const { unchecked } = new Stream({ ...scene(), memory: [], ordered: [] }).quiesce().judge();
  expect(unchecked).toEqual([]);
});

test('every violation has a location, a hint, and sentences for what is allowed and observed', () => {
  const { violations } = createBrokenStream().judge();
  expect(violations.length).toBeGreaterThan(0);
  for (const violation of violations) {
    expect(violation.place.wave).toBeTypeOf('number');
    expect(violation.allowed).toMatch(/\.$/);
    expect(violation.observed).toMatch(/\.$/);
    expect(violation.hint).toMatch(/\.$/);
  }
});
