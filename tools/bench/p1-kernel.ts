import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RandomChoices } from '../../rtl-model/kernel/index.js';
import {
  type Metric,
  measureTime,
  type Pair,
  type Setup,
  type Side,
  type SkippedComparator,
} from './harness.js';
import { createSide, type Engine, icarus, isInstalled, systemc, verilator } from './p1/comparator.js';
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
  setUp() {
    const folder = mkdtempSync(join(tmpdir(), 'pops-bench-p1-'));
    return { ...createPairs(folder), close: () => rmSync(folder, { recursive: true }) };
  },
};

function createPairs(folder: string): Setup {
  const skipped: SkippedComparator[] = [];
  const pairs: Pair[] = [];
  const subject = createCheckedSide('kernel', runKernel, KERNEL_CYCLES);
  for (const { comparator: external, floor, target: aim } of GOALS) {
    const { name, install, cycles } = external;
    if (isInstalled(external)) {
      const { engine, version } = external.build(folder);
      pairs.push({
        subject,
        comparator: createCheckedSide(`${name} ${version}`, engine, cycles),
        floor,
        aim,
      });
    } else skipped.push({ comparator: name, install });
  }
  return { pairs, skipped };
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
