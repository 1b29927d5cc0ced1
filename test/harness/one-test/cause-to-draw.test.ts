import { expect, it } from 'vitest';
import { findCauseForDiagram } from '../../../harness/one-test/replay.js';
import type { Transaction, Violation } from '../../../transactions/index.js';

const makeViolation = (rule: Violation['rule'], changes: Partial<Violation>): Violation => ({
  rule,
  severity: 'error',
  cycle: 90,
  unit: 'sq',
  place: {},
  allowed: '',
  observed: '',
  steps: [],
  hint: '',
  ...changes,
});

const WAIT = makeViolation('PROTO-03', { unit: 'program', cycle: 200, place: { draw: 0, pc: 0x80 } });
const COLLISION = makeViolation('ORD-01', { place: { draw: 0, wave: 5, pixel: [1, 2] } });
const ISSUED: readonly Transaction[] = [
  { kind: 'instructions-issued', cycle: 40, wave: 4, first: 0x70, last: 0x90 },
  { kind: 'instructions-issued', cycle: 60, wave: 5, first: 0x70, last: 0x90 },
  { kind: 'instructions-issued', cycle: 95, wave: 5, first: 0x70, last: 0x90 },
];
const WITNESS = { violation: COLLISION, waves: [4, 5] };

it('places a program error at the point where the pictured wave makes it, not where another rule detects the consequence', () => {
  const shown = findCauseForDiagram([COLLISION, WAIT], WITNESS, ISSUED);
  expect(shown).toMatchObject({ rule: 'PROTO-03', cycle: 60, place: { pixel: [1, 2], pc: 0x80 } });
});

it('returns nothing if the first cause was found in the run itself, or if the pictured wave does not reach the instruction', () => {
  expect(findCauseForDiagram([COLLISION], WITNESS, ISSUED)).toBeUndefined();
  expect(findCauseForDiagram([COLLISION, WAIT], WITNESS, ISSUED.slice(0, 1))).toBeUndefined();
});
