import {
  type AluRow,
  CHIP_NAMES,
  chipOf,
  getInstructionSet,
  getName,
  listAluRows,
  listMemoryRows,
  type MemoryRow,
} from '../../arch/index.js';
import { getDialect } from '../../stimulus/dialect/index.js';
import { findAluReason, groupAluRows } from '../../stimulus/drawn/alu-step.js';
import { drawInstruction } from '../../stimulus/drawn/alu-text.js';
import { emitAccessStep } from '../../stimulus/drawn/drawn-body.js';
import { findReason, listDrawnRows } from '../../stimulus/drawn/rows.js';
import { RandomStream } from '../../transactions/index.js';
import { createFrame } from '../stimulus/drawn/support/frame.js';

/** One chip of each instruction set. */
const CHIPS = [...new Map(CHIP_NAMES.map((name) => [getInstructionSet(chipOf(name)), name])).values()];

/** The number of accesses, in which every row appears with near certainty. */
const ACCESSES = 14_000;

/** Lists the mnemonics of accesses, apart from those that set up or read back an access. */
function listDrawnNames(chip: (typeof CHIPS)[number]): ReadonlySet<string> {
  const frame = createFrame(chip);
  const names = new Set<string>();
  const stream = new RandomStream('0x1');
  const drawn = listDrawnRows(frame);
  for (let i = 0; i < ACCESSES; i++) {
    const text = emitAccessStep(stream, frame, drawn);
    for (const [, name] of text.matchAll(/^\s*([a-z]\w+)/gm)) names.add(name!);
  }
  return names;
}

describe.each(CHIPS)('on %s', (chip) => {
  const { gfx } = chipOf(chip);
  const set = getInstructionSet(chipOf(chip));
  const rows = listMemoryRows(set);
  const name = (row: MemoryRow): string => getName(row, gfx);
  const drawn = listDrawnNames(chip);

  it('drawn programs contain every memory instruction that the model runs, or there is a reason', () => {
    expect(rows.filter((row) => findReason(row) === undefined && !drawn.has(name(row))).map(name)).toEqual(
      [],
    );
  });

  it('drawn programs contain every other instruction that the model runs, or there is a reason', () => {
    const stream = new RandomStream('0x1');
    const frames = chipOf(chip).waveSizes.map((wave) => ({
      ...createFrame(chip),
      dialect: getDialect(gfx, wave),
    }));
    const isDrawn = (row: AluRow): boolean =>
      frames.some(
        (frame) =>
          groupAluRows(frame).some((group) => group.includes(row)) &&
          drawInstruction(stream, frame, row, () => 0x3f800001) !== undefined,
      );
    const undrawn = listAluRows(set).filter((row) => findAluReason(row) === undefined && !isDrawn(row));
    expect(undrawn.map((row) => getName(row, gfx))).toEqual([]);
  });

  it('no instruction with a reason is drawn', () => {
    const allowed = new Set(rows.filter((row) => findReason(row) === undefined).map(name));
    const excepted = rows.filter((row) => findReason(row) !== undefined && !allowed.has(name(row)));
    expect(excepted.filter((row) => drawn.has(name(row))).map(name)).toEqual([]);
    expect(excepted.length).toBeLessThan(rows.length / 2);
  });
});
