import type { ChipName, Gfx } from '../../arch/index.js';
import { CHIP_NAMES, chipOf, GENERATIONS, getExampleChip, getOrderingGeneration } from '../../arch/index.js';
import { FAULTS, type FaultId, type Scenario } from '../../transactions/index.js';
import { Test, withPctSchedule } from '../kit/test.js';
import { pickKnobValues, withFixedKnobs } from '../knobs.js';
import { faultNeedsFeature } from '../programs/faults.js';
import type { Sequence, SuiteTest } from '../sequence.js';
import { createCellTarget, getCellName, type MatrixCell, type RunnableCell } from './cell.js';
import { CONFORMANCE_CELLS } from './conformance/cells.js';
import { ARGUMENT_CELLS } from './hardware/argument-cells.js';
import { ORDER_CELLS } from './hardware/order-cells.js';
import { PROTOCOL_CELLS } from './hardware/protocol-cells.js';
import { RESOURCE_CELLS } from './hardware/resource-cells.js';
import { SOAK_CELLS } from './hardware/soak-cells.js';
import { STATE_CELLS } from './hardware/state-cells.js';
import { CROSS_CELLS } from './parts/cross-cells.js';
import { DIRECTED_CELLS } from './parts/directed-cells.js';
import { PATTERN_CELLS } from './patterns/cells.js';
import { COMPILER_CELLS } from './piglit/compiler-cells.js';
import { CROSS_READ_CELLS } from './piglit/layer-cells.js';
import { ROV_CELLS } from './rov.js';
import { TRANSPARENCY_CELLS } from './transparency/cells.js';

/** All cells of the scenario matrix, in the order of scenarios.md. */
export const MATRIX_CELLS: readonly MatrixCell[] = [
  ...CONFORMANCE_CELLS,
  ...CROSS_READ_CELLS,
  ...COMPILER_CELLS,
  ...ROV_CELLS,
  ...TRANSPARENCY_CELLS,
  ...CROSS_CELLS,
  ...DIRECTED_CELLS,
  ...PATTERN_CELLS,
  ...ORDER_CELLS,
  ...RESOURCE_CELLS,
  ...STATE_CELLS,
  ...ARGUMENT_CELLS,
  ...PROTOCOL_CELLS,
  ...SOAK_CELLS,
];

/** The edge lengths, in pixels, of the render areas in every run. */
const SIZES: readonly number[] = [8, 16];
/** Additional edge lengths for longer runs. */
const SAMPLED_SIZES: readonly number[] = [32, 64];

/** A matrix test: a cell at one size on one chip. */
interface MatrixTest {
  readonly cell: RunnableCell;
  readonly size: number;
  readonly chip: ChipName;
}

/** Returns the chips that a cell runs on, in `CHIPS` order; empty if the cell is forbidden. */
export function listCellChips(cell: MatrixCell): readonly ChipName[] {
  if (cell.kind === 'forbidden') return [];
  return (cell.chips ?? CHIP_NAMES).filter(
    (chip) => cell.forbidden?.[getOrderingGeneration(chipOf(chip).gfx)] === undefined,
  );
}

/** Lists the suite's tests: each cell on each chip at its regular sizes, followed by sampled tests at larger sizes. */
export function listMatrixTests(): SuiteTest[] {
  const listTests = (getSizes: (cell: RunnableCell) => readonly number[], sampled: boolean): SuiteTest[] =>
    [...RUNNABLE.values()].flatMap((cell) => {
      const chips = listCellChips(cell);
      const standardChips = GENERATIONS.map((gfx) => {
        const generationChips = chips.filter((chip) => chipOf(chip).gfx === gfx);
        const example = getExampleChip(gfx);
        return generationChips.includes(example) ? example : generationChips[0];
      });
      return getSizes(cell).flatMap((size) =>
        chips.map((chip) => ({
          sequence: formatTestName({ cell, size, chip }),
          weight: 1,
          ...(sampled ? { sampled } : {}),
          ...(standardChips.includes(chip) ? {} : { onlyForChip: chip }),
        })),
      );
    });
  return [
    ...listTests(({ sizes }) => sizes ?? SIZES, false),
    ...listTests((cell) => (cell.sizes === undefined ? SAMPLED_SIZES : []), true),
  ];
}

const RUNNABLE: ReadonlyMap<string, RunnableCell> = new Map(
  MATRIX_CELLS.filter((cell) => cell.kind === 'runs').map((cell) => [getCellName(cell), cell]),
);

function formatTestName({ cell, size, chip }: MatrixTest): string {
  return `${getCellName(cell)}-${size}x${size}-${chip}`;
}

const TEST_NAME_PATTERN = /^(\w+(?:-\w+)?)-(\d+)x\2-(\w+)$/;

/** Returns the sequence of a matrix test, or undefined if there is no test with that name. */
export function findMatrixSequence(name: string): Sequence | undefined {
  const test = findMatrixTest(name);
  if (test === undefined) return undefined;
  return {
    name,
    text: test.cell.title,
    chips: [test.chip],
    faults: test.cell.expects === undefined ? MODEL_FAULTS.get(chipOf(test.chip).gfx)! : [],
    generate: (request) => generate(test, new Test(request, name, test.chip)),
  };
}

/** Returns the cell, size and chip in a test's name, or undefined if the matrix has no such test. */
export function findMatrixTest(name: string): MatrixTest | undefined {
  const [, cellName, edge, chip] = TEST_NAME_PATTERN.exec(name) ?? [];
  const cell = RUNNABLE.get(cellName ?? '');
  if (cell === undefined) return undefined;
  const size = Number(edge);
  const sizes = cell.sizes ?? [...SIZES, ...SAMPLED_SIZES];
  const cellChip = listCellChips(cell).find((candidate) => candidate === chip);
  return cellChip === undefined || !sizes.includes(size) ? undefined : { cell, size, chip: cellChip };
}

/** The model faults that can take effect in any program, by generation. Thousands of tests share these lists. */
const MODEL_FAULTS: ReadonlyMap<Gfx, readonly FaultId[]> = new Map(
  GENERATIONS.map((gfx) => {
    const faults = FAULTS.filter(
      ({ id, where, generations }) =>
        where !== 'program' && where !== 'registers' && generations.includes(gfx) && !faultNeedsFeature(id),
    );
    return [gfx, faults.map(({ id }) => id)];
  }),
);

function generate({ cell, size }: MatrixTest, test: Test): Scenario {
  const { chip, gfx, stream, request } = test;
  // A cell's knobs override the user's. Otherwise, the cell might test nothing or expect rules that cannot fire.
  const cellKnobs = (typeof cell.knobs === 'function' ? cell.knobs(chip, stream) : cell.knobs) ?? {};
  const freedoms = pickKnobValues(stream, chip, { ...request.knobs, ...cellKnobs });
  const { knobs, ...parts } = cell.make({ ...createCellTarget(test, size), freedoms });
  return withPctSchedule({
    ...test.build(parts),
    freedoms: withFixedKnobs({ ...freedoms, ...knobs, ...request.knobs }, cellKnobs),
    expects: cell.expects?.[getOrderingGeneration(gfx)] ?? [],
  });
}
