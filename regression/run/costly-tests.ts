import { reproLine, testId } from '../records/test-name.js';
import { isOpen } from '../suite-files/opened-suites.js';
import type { PastRun } from './past-run.js';
import { planPart } from './plan-part.js';
import { requestOf } from './run-request.js';

/** A test with what it cost. */
export interface CostlyTest {
  readonly test: string;
  readonly repro: string;
  readonly cycles: number;
  readonly waves: number;
}

interface Cost {
  readonly position: number;
  readonly cycles: number;
  readonly waves: number;
}

/**
 * The tests of a run that took most cycles of the device, most first; none where the run's suite is a file that is not open,
 * for only the suite knows their names.
 */
export function costliestTests(past: PastRun, count: number): CostlyTest[] {
  if (!isOpen(past.manifest)) return [];
  const costs: Cost[] = [];
  for (const { columns } of past.batches()) {
    const { first, cycles, waves } = columns;
    cycles.forEach((own, row) => {
      costs.push({ position: first + row, cycles: own, waves: waves[row]! });
    });
  }
  const most = costs.sort((a, b) => b.cycles - a.cycles || a.position - b.position).slice(0, count);
  const names = namesAt(past, new Set(most.map(({ position }) => position)));
  return most.flatMap(({ position, cycles, waves }) => {
    const name = names.get(position);
    return name === undefined ? [] : [{ ...name, cycles, waves }];
  });
}

type Name = Pick<CostlyTest, 'test' | 'repro'>;

/** Tests at positions of the run's plan. */
function namesAt({ manifest, directory }: PastRun, positions: ReadonlySet<number>): Map<number, Name> {
  const request = requestOf(manifest, directory, manifest.workers);
  const part = planPart(request);
  const plan = part.tests();
  const names = new Map<number, Name>();
  for (let position = part.first; names.size < positions.size; position++) {
    const planned = plan.next().value;
    if (planned === undefined) break;
    if (!positions.has(position)) continue;
    const { sequence, seed } = planned;
    const repro = reproLine({ suite: request.suite, sequence, seed }, request.overrides);
    names.set(position, { test: testId(planned), repro });
  }
  return names;
}
