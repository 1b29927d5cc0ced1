import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RandomChoices } from '../rtl-model/kernel/index.js';
import { measureInterleaved, measureTime, type Side } from './harness.js';
import { compare, type Measurement, type Metric, type SkippedComparator } from './metric.js';
import { createSide, type Engine, isInstalled } from './p1/comparator.js';
import { icarus, systemc, verilator } from './p1/comparators.js';
import { OrderingProtocol } from './p1/ordering-protocol.js';

/** Number of waves that end within a given number of cycles, as confirmed by independent engines (goals.md). */
const EXPECTED_WAVES: Readonly<Record<number, number>> = { 40000: 27_811, 3000000: 2_089_064 };
const SHORT_CYCLES = 40_000;
const KERNEL_CYCLES = 3_000_000;
const TIE_SEED = '0x5eed';

/** Each comparator's goals, in goals.md order. */
const GOALS = [
  { comparator: verilator, floor: 1.0, target: 3 },
  { comparator: systemc, floor: 1.2, target: 3.5 },
  { comparator: icarus, floor: 300, target: 1000 },
] as const;

/** P1: the kernel running the reference ordering protocol, with checks, coverage and random tie-breaking (goals.md). */
export const p1Kernel: Metric = {
  id: 'P1',
  title: 'kernel on the reference ordering protocol',
  unit: 'waves/s',
  async measure(rounds) {
    const folder = mkdtempSync(join(tmpdir(), 'pops-bench-p1-'));
    try {
      return await measureAll(folder, rounds);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function measureAll(folder: string, rounds: number): Promise<Measurement> {
  const skipped: SkippedComparator[] = [];
  const sides: Side[] = [createCheckedSide('kernel', runKernel, KERNEL_CYCLES)];
  const goals: { floor: number; target: number }[] = [];
  for (const { comparator, floor, target } of GOALS) {
    if (isInstalled(comparator)) {
      const { engine, version } = comparator.build(folder);
      sides.push(createCheckedSide(`${comparator.name} ${version}`, engine, comparator.cycles));
      goals.push({ floor, target });
    } else {
      skipped.push({ comparator: comparator.name, install: comparator.install });
    }
  }
  const [subject, ...others] = await measureInterleaved(sides, rounds);
  const comparisons = others.map((other, index) =>
    compare(subject, other, goals[index].floor, goals[index].target),
  );
  return { comparisons, skipped };
}

/** Checks the engine's wave count in a short run, then creates a side for the full run. */
function createCheckedSide(name: string, engine: Engine, cycles: number): Side {
  createSide(name, engine, SHORT_CYCLES, EXPECTED_WAVES[SHORT_CYCLES]).round();
  return createSide(name, engine, cycles, EXPECTED_WAVES[cycles]);
}

function runKernel(cycles: number) {
  const { value, seconds } = measureTime(() => new OrderingProtocol(new RandomChoices(TIE_SEED)).run(cycles));
  return { work: value, seconds };
}
