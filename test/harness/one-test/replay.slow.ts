import { assembleProgram } from '../../../arch/index.js';
import { drawing } from '../../../cli/public/stimulus.js';
import { bin, defineCovergroup, illegalBin } from '../../../coverage/index.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { findCauseForDiagram, replayScenario } from '../../../harness/one-test/replay.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import {
  describeDifference,
  shouldGenerateTwice,
  shouldRunAgain,
  shouldRunTwice,
} from '../../../harness/one-test/run-twice.js';
import type { Transaction, Violation } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

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

const count = (first: number, end: number): number =>
  Array.from({ length: end - first }, (_, i) => first + i).filter(
    (position) => shouldRunTwice(position) || shouldRunAgain(position),
  ).length;

it('runs one of the first ten tests twice, and at least one in fifty after that', () => {
  expect(count(0, 10)).toBe(1);
  for (let first = 10; first < 400; first++) expect(count(first, first + 50)).toBeGreaterThan(0);
  expect(Array.from({ length: 12 }, (_, i) => shouldGenerateTwice(i))).not.toContain(false);
});

it('names the first field in which two scenarios differ', () => {
  const generate = (seed: string) => drawTest('rmw_buffer', seed);
  const scenario = generate('0x1');
  expect(describeDifference(scenario, generate('0x1'))).toBeUndefined();
  const [first] = scenario.draws;
  const other = { ...scenario, draws: [{ ...first!, width: first!.width + 1 }, ...scenario.draws.slice(1)] };
  expect(describeDifference(scenario, other)).toBe(
    `draws[0].width is ${first!.width}, then ${first!.width + 1}`,
  );
});

/** Returns the data that rules are missing when a triangle is drawn with the given program. */
function findMissingData(...lines: string[]): readonly string[] {
  const scenario = drawing([[[0, 0, 2048, 0, 0, 2048]]]);
  const words = [...assembleProgram(lines.join('\n'), 'gfx10.3')];
  const { verdict } = runScenarioTest({ ...scenario, programs: [{ ...scenario.programs[0]!, words }] });
  return verdict.unchecked.map(({ rule, missing }) => `${rule}: ${missing}`);
}

it.each([
  [['s_endpgm']],
  [['s_sleep 1', 's_sendmsg 7', 's_waitcnt vmcnt(0)', 's_endpgm']],
  [['s_nop 0', 's_endpgm']],
])('checks every rule for the program %j, even if some kinds of transactions are missing', (lines) => {
  expect(findMissingData(...lines)).toEqual([]);
});

const FILE = 'replay.slow.ts';
afterAll(() => useExtensions(FILE, []));

const launches = defineCovergroup({
  name: 'acme.launches',
  version: 1,
  text: 'Launches.',
  statements: [],
  points: {
    count: { text: 'Waves.', bins: [bin('none', [0]), illegalBin('some', [1], 'no wave is launched')] },
  },
  crosses: [],
  monitor({ sampler }) {
    return {
      'wave-launched': () => {
        sampler.values[sampler.point.count] = 1;
        sampler.sample();
      },
    };
  },
});

it('reports illegal bins just as `run` does, even though its first pass collects no coverage', () => {
  const scenario = drawTest('empty_section', '0x2');
  expect(replayScenario(scenario).finding).toBeUndefined();
  useExtensions(FILE, [{ covergroups: [launches] }]);
  expect(replayScenario(scenario)).toMatchObject({
    finding: { rule: 'illegal-bin', message: 'illegal bin acme.launches/count/some: no wave is launched' },
    repeatable: true,
  });
});
