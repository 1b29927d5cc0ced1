import { parseArgs } from 'node:util';
import { type FaultId, isFaultId } from '../../transactions/index.js';
import { measureTimeToFind } from '../fault-times/time-to-find.js';
import { type GrowthPoint, measureGrowth } from './growth.js';

/** The fraction of an unsteered run's bins that both kinds of run should reach. */
const GOAL = 0.95;
/** Test counts at which a point of each curve is printed. */
const MARKS = [50, 100, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 5000, 8000, 12_000, 25_000];

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'nightly' },
    seeds: { type: 'string', default: '0x51,0x52,0x53' },
    tests: { type: 'string', default: '1000' },
    unsteered: { type: 'string', default: '3000' },
    faults: { type: 'string', default: '' },
  },
});
const seeds = values.seeds.split(',');
const faults = values.faults.split(',').filter(isFaultId);

if (faults.length > 0) for (const fault of faults) compareFault(fault);
else compareGrowth();

/**
 * Prints the number of bins at various test counts, with the spread over the seeds, and how many tests each kind of
 * run needs to reach `GOAL`.
 */
function compareGrowth(): void {
  const curves = new Map<boolean, (readonly GrowthPoint[])[]>([
    [false, []],
    [true, []],
  ]);
  for (const seed of seeds) {
    for (const steer of [false, true]) {
      const tests = Number(steer ? values.tests : values.unsteered);
      const curve = [...measureGrowth({ suite: values.suite, seed, steer, tests })];
      curves.get(steer)!.push(curve);
      console.log(`${getName(steer)} ${seed}: ${formatMarks(curve)}`);
    }
    const [unsteered, steered] = [curves.get(false)!.at(-1)!, curves.get(true)!.at(-1)!];
    const goal = Math.ceil(GOAL * unsteered.at(-1)!.bins);
    console.log(
      `${goal} bins, ${100 * GOAL}% of the unsteered run: unsteered ${formatCost(unsteered, goal)}, steered ${formatCost(steered, goal)}`,
    );
  }
  for (const steer of [false, true]) {
    for (const tests of MARKS) {
      const bins = curves.get(steer)!.flatMap((curve) => findPoint(curve, tests)?.bins ?? []);
      if (bins.length > 0) console.log(`${getName(steer)} ${tests} tests: ${formatSpread(bins)} bins`);
    }
  }
}

/** Prints how many tests it takes to detect a fault. */
function compareFault(fault: FaultId): void {
  for (const steer of [false, true]) {
    const testCounts = seeds.map((seed) => {
      const maxTests = Number(steer ? values.tests : values.unsteered);
      const { rule, tests } = measureTimeToFind(fault, { suite: values.suite, seed, steer, maxTests });
      return rule === undefined ? Number.POSITIVE_INFINITY : tests;
    });
    console.log(`${fault} ${getName(steer)}: detected after ${formatSpread(testCounts)} tests`);
  }
}

function findPoint(curve: readonly GrowthPoint[], tests: number): GrowthPoint | undefined {
  return curve.find((point) => point.tests === tests);
}

function formatMarks(curve: readonly GrowthPoint[]): string {
  return MARKS.flatMap((tests) => findPoint(curve, tests) ?? [])
    .map(({ tests, bins, seconds }) => `${tests}: ${bins} (${seconds.toFixed(0)} s)`)
    .concat(formatEnd(curve.at(-1)))
    .join(', ');
}

/** Describes how a run ended. No test fails on a correct device, so a failure here is a false alarm. */
function formatEnd(end: GrowthPoint | undefined): string {
  return end === undefined ? 'no tests' : `${end.failed} of ${end.tests} tests failed, ${end.waves} waves`;
}

function formatCost(curve: readonly GrowthPoint[], goal: number): string {
  const point = curve.find(({ bins }) => bins >= goal);
  return point === undefined ? 'not reached' : `${point.tests} tests, ${point.seconds.toFixed(0)} s`;
}

function getName(steer: boolean): string {
  return steer ? 'steered' : 'unsteered';
}

/** Formats the median, the minimum and the maximum. */
function formatSpread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[sorted.length >> 1]} (${sorted[0]} to ${sorted.at(-1)})`;
}
