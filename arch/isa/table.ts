import type { Gfx } from '../chips.js';
import { getGeneration, type InstructionSet } from '../instruction-set.js';
import { memoise } from '../memoise.js';
import { isAtLeast } from '../since-generation.js';
import type { FormatName } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import { ALL_ROWS } from './rows/index.js';
import type { MemoryRow } from './rows/memory-row.js';
import type { CrossLaneRow, DualRow, InterpolationRow, Row, ScalarRow, VectorRow } from './rows/row.js';
import { getName, getOpcode, getOpcodeInSet, X } from './rows/row-base.js';

/** The short form of a vector instruction, its long VOP3 form, or a row's only form. */
export type Encoding = 'e32' | 'e64' | 'only';

/** A row that an opcode selects, with its encoding. */
interface FoundRow {
  readonly row: Row;
  readonly format: FormatName;
  readonly encoding: Encoding;
}

/** Returns the offset of a short format's opcodes within the VOP3 opcodes. */
function getVop3Base(format: FormatName, gfx: Gfx): number {
  if (format === 'vop2') return 0x100;
  if (format === 'vop1') return gfx === 'gfx9' ? 0x140 : 0x180;
  return 0;
}

/** Returns whether a format is a short vector format, which has a long VOP3 form. */
export function isShort(format: FormatName): boolean {
  return format === 'vop1' || format === 'vop2' || format === 'vopc';
}

function hasScalarResult(row: Row): boolean {
  return row.family === 'vector' && row.carry !== undefined && row.dst !== undefined;
}

/** Returns the long format of a row that is short or VOP3. */
function getLongFormat(row: Row): FormatName {
  return hasScalarResult(row) ? 'vop3sd' : 'vop3';
}

/** Values of the segment field in the flat formats. */
export const SEGMENTS = { flat: 0, scratch: 1, global: 2 } as const;

/** Combines an opcode with the segment, since the flat formats use each opcode up to three times. */
function addSegment(opcode: number, segment: number): number {
  return opcode | (segment << 8);
}

const SHARED_OPCODES: Readonly<Partial<Record<FormatName, FormatName>>> = { vop3sd: 'vop3', vsample: 'mimg' };

function makeKey(format: FormatName, opcode: number): string {
  return `${SHARED_OPCODES[format] ?? format}:${opcode}`;
}

function getSegment(row: Row): number {
  const { segment } = row.family === 'memory' || row.family === 'control' ? row : {};
  return segment === undefined ? 0 : SEGMENTS[segment];
}

/** Returns a row's format in a generation. On GFX12 and later, image samples and fragment loads have their own. */
export function getFormat(row: Row, gfx: Gfx): FormatName {
  const isImage = row.family === 'memory' && row.format === 'mimg' && isAtLeast(gfx, 'gfx12');
  return isImage && (row.image === 'sample' || row.gathers === 'fragments') ? 'vsample' : row.format;
}

function addForms(index: Map<string, FoundRow>, row: Row, gfx: Gfx): void {
  const opcode = getOpcode(row, gfx);
  const { encodings = 'both' } = row.family === 'vector' || row.family === 'cross-lane' ? row : {};
  const hasOneForm = row.family === 'control' || encodings !== 'both';
  if (!isShort(row.format)) {
    const format = row.format === 'vop3' ? getLongFormat(row) : getFormat(row, gfx);
    const segment = getSegment(row);
    index.set(makeKey(format, addSegment(opcode, segment)), { row, format, encoding: 'only' });
    return;
  }
  index.set(makeKey(row.format, opcode), { row, format: row.format, encoding: hasOneForm ? 'only' : 'e32' });
  if (hasOneForm) return;
  const long = getVop3Base(row.format, gfx) + opcode;
  index.set(makeKey('vop3', long), { row, format: getLongFormat(row), encoding: 'e64' });
}

const getIndex = memoise((set: InstructionSet): ReadonlyMap<string, FoundRow> => {
  const index = new Map<string, FoundRow>();
  for (const row of ALL_ROWS) if (getOpcodeInSet(row, set) !== X) addForms(index, row, getGeneration(set));
  return index;
});

/** Returns the row selected by a format's fields in an instruction set, or undefined if there is none. */
export function findRow(format: FormatName, fields: Fields, set: InstructionSet): FoundRow | undefined {
  const opcode = fields.op ?? 0;
  const key = format === 'flat' ? addSegment(opcode, fields.seg) : opcode;
  return getIndex(set).get(makeKey(format, key));
}

const getRowsByName = memoise((set: InstructionSet): ReadonlyMap<string, readonly Row[]> => {
  const rows = new Map<string, Row[]>();
  for (const row of ALL_ROWS) {
    if (getOpcodeInSet(row, set) === X) continue;
    const name = getName(row, getGeneration(set));
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return rows;
});

/** Returns the rows with an LLVM base name in an instruction set. There are several if formats share the name. */
export function findRowsByName(name: string, set: InstructionSet): readonly Row[] {
  return getRowsByName(set).get(name) ?? [];
}

function listRunnable(set: InstructionSet): readonly Row[] {
  return ALL_ROWS.filter((row) => row.unmodelled === undefined && getOpcodeInSet(row, set) !== X);
}

/** Returns the loads, stores and atomics of an instruction set that can be run. */
export const listMemoryRows = memoise((set: InstructionSet): readonly MemoryRow[] =>
  listRunnable(set).filter((row) => row.family === 'memory'),
);

/** A row of an instruction that only changes registers. */
export type AluRow = ScalarRow | VectorRow | CrossLaneRow | InterpolationRow | DualRow;

/** Returns the instructions of an instruction set that only change registers and can be run. */
export const listAluRows = memoise((set: InstructionSet): readonly AluRow[] =>
  listRunnable(set).filter(
    (row): row is AluRow =>
      !['control', 'memory', 'gpr-index', 'export'].includes(row.family) && row.format !== 'ldsdir',
  ),
);

/** Returns a row's long format in a generation, and its opcode in that format. */
export function getLongForm(row: Row, gfx: Gfx): { format: FormatName; opcode: number } {
  const opcode = getOpcode(row, gfx);
  if (!isShort(row.format))
    return { format: row.format === 'vop3' ? getLongFormat(row) : row.format, opcode };
  return { format: getLongFormat(row), opcode: getVop3Base(row.format, gfx) + opcode };
}

/** Returns the row for an opcode in one half of a dual instruction, or undefined if there is none. */
export function findDualRow(opcode: number): DualRow | undefined {
  const row = getIndex('gfx11').get(makeKey('vopd', opcode))?.row;
  return row?.family === 'dual' ? row : undefined;
}
