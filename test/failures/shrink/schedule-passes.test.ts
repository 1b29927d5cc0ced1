import type { FailingCase } from '../../../failures/shrink/failure-probe.js';
import { commonDecisions, fewerDecisions, smallerAlternatives } from '../../../failures/shrink/schedule.js';
import type { Scenario, ScheduleDecision } from '../../../transactions/index.js';

const makeCase = (...decisions: ScheduleDecision[]) =>
  ({ scenario: { schedule: { strategy: 'decisions', decisions } } }) as unknown as FailingCase;

const getDecisions = ({ schedule }: Pick<Scenario, 'schedule'>) =>
  schedule.strategy === 'decisions' ? schedule.decisions : undefined;

const A = { point: 3, subject: 35, nth: 1, take: 6 };
const B = { point: 3, subject: 35, nth: 4, take: 2 };
const C = { point: 3, subject: 67, nth: 1, take: 9 };
const D = { point: 8, subject: 35, nth: 1, take: 1 };

it('removes decisions without changing the others', () => {
  const { scenario } = makeCase(A, B, C);
  expect(fewerDecisions.parts(scenario)).toEqual([A, B, C]);
  expect(getDecisions(fewerDecisions.without(scenario, [B])!)).toEqual([A, C]);
});

it('merges decisions for the same subject, or at the same point, into one that always applies', () => {
  const candidates = [...commonDecisions(makeCase(A, B, C, D))].map(getDecisions);
  expect(candidates).toContainEqual([{ point: 3, take: 9 }, D]);
  expect(candidates).toContainEqual([{ point: 3, subject: 35, take: 6 }, C, D]);
  expect(candidates.every((decisions) => decisions!.length < 4)).toBe(true);
});

it('reduces the alternatives taken, but not to the first one, which needs no decision', () => {
  const candidates = [...smallerAlternatives(makeCase(A, D))].map((next) =>
    getDecisions(next)!.map(({ take }) => take),
  );
  expect(candidates).toEqual([
    [1, 1],
    [3, 1],
    [5, 1],
  ]);
});

it('finds no decisions in other types of schedules', () => {
  const scenario = { schedule: { strategy: 'random', seed: '0x1' } } as unknown as Scenario;
  expect(fewerDecisions.parts(scenario)).toEqual([]);
  expect([...commonDecisions({ scenario } as FailingCase)]).toEqual([]);
});
