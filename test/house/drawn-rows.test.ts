import {
  CHIP_NAMES,
  chipOf,
  getInstructionSet,
  getName,
  listAluRows,
  listMemoryRows,
  type MemoryRow,
} from '../../arch/index.js';
import { getDialect } from '../../stimulus/dialect/index.js';
import { findAluReason, getAluGroups } from '../../stimulus/drawn/alu-step.js';
import { drawInstruction } from '../../stimulus/drawn/alu-text.js';
import { emitDrawnBody } from '../../stimulus/drawn/drawn-body.js';
import { findReason } from '../../stimulus/drawn/rows.js';
import { RandomStream } from '../../transactions/index.js';
import { createFrame } from '../stimulus/drawn/support/frame.js';

/** One chip of each instruction set. */
const CHIPS = [...new Map(CHIP_NAMES.map((name) => [getInstructionSet(chipOf(name)), name])).values()];

/** The number of bodies, in which every row appears with near certainty. */
const BODIES = 2000;

/** Lists the mnemonics of bodies, apart from those that set up or read back an access. */
function listDrawnNames(chip: (typeof CHIPS)[number]): ReadonlySet<string> {
  const frame = createFrame(chip);
  const names = new Set<string>();
  for (let seed = 0; seed < BODIES; seed++) {
    const text = emitDrawnBody(new RandomStream(`0x${(seed + 1).toString(16)}`), frame);
    for (const [, name] of text.matchAll(/^\s*([a-z]\w+)/gm)) names.add(name!);
  }
  return names;
}

describe.each(CHIPS)('on %s', (chip) => {
  const { gfx } = chipOf(chip);
  const rows = listMemoryRows(getInstructionSet(chipOf(chip)));
  const name = (row: MemoryRow): string => getName(row, gfx);
  const drawn = listDrawnNames(chip);

  it('drawn programs contain every memory instruction that the model runs, or there is a reason', () => {
    expect(rows.filter((row) => findReason(row) === undefined && !drawn.has(name(row))).map(name)).toEqual(
      [],
    );
  });

  it('drawn programs contain every other instruction that the model runs, or there is a reason', () => {
    const { waveSizes } = chipOf(chip);
    const undrawn = listAluRows(getInstructionSet(chipOf(chip))).filter((row) => {
      if (findAluReason(row) !== undefined) return false;
      return !waveSizes.some((wave) => {
        const frame = { ...createFrame(chip), dialect: getDialect(gfx, wave) };
        const isListed = getAluGroups(frame).some(({ rows }) => rows.includes(row));
        return (
          isListed && drawInstruction(new RandomStream('0x1'), frame, row, () => 0x3f800001) !== undefined
        );
      });
    });
    expect(undrawn.map((row) => getName(row, gfx))).toEqual([]);
  });

  it('no instruction with a reason is drawn', () => {
    const allowed = new Set(rows.filter((row) => findReason(row) === undefined).map(name));
    const excepted = rows.filter((row) => findReason(row) !== undefined && !allowed.has(name(row)));
    expect(excepted.filter((row) => drawn.has(name(row))).map(name)).toEqual([]);
    expect(excepted.length).toBeLessThan(rows.length / 2);
  });
});
