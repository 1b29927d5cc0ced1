import type { Gfx } from '../chips.js';
import { generationOf, type InstructionSet } from '../instruction-set.js';
import { isAtLeast } from '../since-generation.js';
import type { FormatName } from './formats/index.js';
import type { Fields } from './formats/layout.js';
import { ALL_ROWS } from './rows/index.js';
import type { DualRow, Row } from './rows/row.js';
import { nameOf, opcodeIn, opcodeOf, X } from './rows/row-base.js';

/** The short form of a vector instruction, its long VOP3 form, or the only form of a row. */
export type Encoding = 'e32' | 'e64' | 'only';

/** A row found by opcode, and its encoding. */
export interface FoundRow {
  readonly row: Row;
  readonly format: FormatName;
  readonly encoding: Encoding;
}

/** The VOP3 opcode at which a short format's opcodes repeat. */
function vop3Base(format: FormatName, gfx: Gfx): number {
  if (format === 'vop2') return 0x100;
  if (format === 'vop1') return gfx === 'gfx9' ? 0x140 : 0x180;
  return 0;
}

function isShort(format: FormatName): boolean {
  return format === 'vop1' || format === 'vop2' || format === 'vopc';
}

/** Whether the long form has a scalar result besides the vector one. */
function hasScalarResult(row: Row): boolean {
  return row.family === 'vector' && row.carry !== undefined && row.dst !== undefined;
}

/** The long format of a row that is short or VOP3. */
function longFormat(row: Row): FormatName {
  return hasScalarResult(row) ? 'vop3sd' : 'vop3';
}

/** The field values of the segments in the flat formats. */
export const SEGMENTS = { flat: 0, scratch: 1, global: 2 } as const;

/** Combines an opcode with the segment, since the flat formats use each opcode up to three times. */
function withSegment(opcode: number, segment: number): number {
  return opcode | (segment << 8);
}

/** Formats that share opcodes with another format. */
const SHARED_OPCODES: Readonly<Partial<Record<FormatName, FormatName>>> = { vop3sd: 'vop3', vsample: 'mimg' };

function keyOf(format: FormatName, opcode: number): string {
  return `${SHARED_OPCODES[format] ?? format}:${opcode}`;
}

function segmentOf(row: Row): number {
  const { segment } = row.family === 'memory' || row.family === 'control' ? row : {};
  return segment === undefined ? 0 : SEGMENTS[segment];
}

/**
 * A row's format in a generation. From GFX12 on, image instructions that sample or load fragments have a separate one.
 */
export function formatIn(row: Row, gfx: Gfx): FormatName {
  const isImage = row.family === 'memory' && row.format === 'mimg' && isAtLeast(gfx, 'gfx12');
  return isImage && (row.image === 'sample' || row.gathers === 'fragments') ? 'vsample' : row.format;
}

function addForms(index: Map<string, FoundRow>, row: Row, gfx: Gfx): void {
  const opcode = opcodeOf(row, gfx);
  const { encodings = 'both' } = row.family === 'vector' || row.family === 'cross-lane' ? row : {};
  const hasOneForm = row.family === 'control' || encodings !== 'both';
  if (!isShort(row.format)) {
    const format = row.format === 'vop3' ? longFormat(row) : formatIn(row, gfx);
    const segment = segmentOf(row);
    index.set(keyOf(format, withSegment(opcode, segment)), { row, format, encoding: 'only' });
    return;
  }
  index.set(keyOf(row.format, opcode), { row, format: row.format, encoding: hasOneForm ? 'only' : 'e32' });
  if (hasOneForm) return;
  const long = vop3Base(row.format, gfx) + opcode;
  index.set(keyOf('vop3', long), { row, format: longFormat(row), encoding: 'e64' });
}

/** Memoises a table per instruction set. */
function onceForEach<T>(make: (set: InstructionSet) => T): (set: InstructionSet) => T {
  const tables = new Map<InstructionSet, T>();
  return (set) => {
    const known = tables.get(set);
    if (known !== undefined) return known;
    const value = make(set);
    tables.set(set, value);
    return value;
  };
}

const indexOf = onceForEach((set): ReadonlyMap<string, FoundRow> => {
  const index = new Map<string, FoundRow>();
  for (const row of ALL_ROWS) if (opcodeIn(row, set) !== X) addForms(index, row, generationOf(set));
  return index;
});

/** The row selected by a format's fields in an instruction set, or undefined if there is none. */
export function findRow(format: FormatName, fields: Fields, set: InstructionSet): FoundRow | undefined {
  const opcode = fields.op ?? 0;
  const key = format === 'flat' ? withSegment(opcode, fields.seg) : opcode;
  return indexOf(set).get(keyOf(format, key));
}

const rowsOfNames = onceForEach((set): ReadonlyMap<string, readonly Row[]> => {
  const rows = new Map<string, Row[]>();
  for (const row of ALL_ROWS) {
    if (opcodeIn(row, set) === X) continue;
    const name = nameOf(row, generationOf(set));
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return rows;
});

/** The rows with this LLVM base name in an instruction set; several if formats share the name. */
export function rowsByName(name: string, set: InstructionSet): readonly Row[] {
  return rowsOfNames(set).get(name) ?? [];
}

/** A row's long format and its opcode there, in a generation. */
export function longForm(row: Row, gfx: Gfx): { format: FormatName; opcode: number } {
  const opcode = opcodeOf(row, gfx);
  if (!isShort(row.format)) return { format: row.format === 'vop3' ? longFormat(row) : row.format, opcode };
  return { format: longFormat(row), opcode: vop3Base(row.format, gfx) + opcode };
}

/** The row for an opcode of a dual instruction's half, or undefined if there is none. */
export function dualRow(opcode: number): DualRow | undefined {
  const row = indexOf('gfx11').get(keyOf('vopd', opcode))?.row;
  return row?.family === 'dual' ? row : undefined;
}
