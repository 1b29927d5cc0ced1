import { mapGenerations } from '../../since-generation.js';
import { hasClass, hasDoubleClass, hasHalfClass } from '../numbers/float.js';
import { compareSigned, compareUnsigned } from '../numbers/wide.js';
import type { OperandType } from '../operand-type.js';
import type { Operation, VectorRow } from './row.js';
import { mapNames, type Names, type Opcodes, onlyOn, opcodes, renamedInGfx11, X } from './row-base.js';

/** The first opcodes of two blocks of comparisons: one that leaves EXEC alone and one that writes it. */
type Block = readonly [regular: Opcodes, exec: Opcodes];

function makeBlock(gfx9: number, gfx10: number, gfx11: number): Block {
  return [
    { gfx9, gfx10, gfx11 },
    { gfx9: gfx9 + 0x10, gfx10: gfx10 + 0x10, gfx11: gfx11 + 0x80 },
  ];
}

function makeRow(
  name: Names,
  opcode: Opcodes,
  sources: readonly OperandType[],
  compute: Operation,
  writesExec: boolean,
): VectorRow {
  return { family: 'vector', format: 'vopc', name, opcode, sources, compute, carry: compute, writesExec };
}

/** A relation: its names (GFX11 renamed the float `tru` to `t`), its offset in the block, and its operation. */
type Relation = readonly [name: Names, offset: number, compute: Operation];

function makeComparisons(
  type: OperandType,
  [regular, exec]: Block,
  relations: readonly Relation[],
  sources: readonly OperandType[] = [type, type],
): VectorRow[] {
  const addOffset = (base: Opcodes, offset: number) =>
    mapGenerations(base, (opcode) => (opcode === X ? X : opcode + offset));
  const addPrefix = (prefix: string, name: Names) =>
    mapNames(name, (relation) => `${prefix}_${relation}_${type}`);
  return relations.flatMap(([name, offset, compute]) => [
    makeRow(addPrefix('v_cmp', name), addOffset(regular, offset), sources, compute, false),
    makeRow(addPrefix('v_cmpx', name), addOffset(exec, offset), sources, compute, true),
  ]);
}

const FLOAT_LOW: readonly Relation[] = [
  ['f', 0, () => 0],
  ['lt', 1, (a, b) => (a < b ? 1 : 0)],
  ['eq', 2, (a, b) => (a === b ? 1 : 0)],
  ['le', 3, (a, b) => (a <= b ? 1 : 0)],
  ['gt', 4, (a, b) => (a > b ? 1 : 0)],
  ['lg', 5, (a, b) => (a < b || a > b ? 1 : 0)],
  ['ge', 6, (a, b) => (a >= b ? 1 : 0)],
  ['o', 7, (a, b) => (!Number.isNaN(a) && !Number.isNaN(b) ? 1 : 0)],
];

const FLOAT_HIGH: readonly Relation[] = [
  ['u', 0, (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? 1 : 0)],
  ['nge', 1, (a, b) => (a >= b ? 0 : 1)],
  ['nlg', 2, (a, b) => (a < b || a > b ? 0 : 1)],
  ['ngt', 3, (a, b) => (a > b ? 0 : 1)],
  ['nle', 4, (a, b) => (a <= b ? 0 : 1)],
  ['neq', 5, (a, b) => (a === b ? 0 : 1)],
  ['nlt', 6, (a, b) => (a < b ? 0 : 1)],
  [renamedInGfx11('tru', 't'), 7, () => 1],
];

/** The signed 32-bit comparisons. */
export const SIGNED: readonly Relation[] = [
  ['lt', 1, (a, b) => (a < b ? 1 : 0)],
  ['eq', 2, (a, b) => (a === b ? 1 : 0)],
  ['le', 3, (a, b) => (a <= b ? 1 : 0)],
  ['gt', 4, (a, b) => (a > b ? 1 : 0)],
  ['ne', 5, (a, b) => (a !== b ? 1 : 0)],
  ['ge', 6, (a, b) => (a >= b ? 1 : 0)],
];

/** The unsigned 32-bit comparisons. */
export const UNSIGNED: readonly Relation[] = [
  ['lt', 1, (a, b) => (a >>> 0 < b >>> 0 ? 1 : 0)],
  ['eq', 2, (a, b) => (a === b ? 1 : 0)],
  ['le', 3, (a, b) => (a >>> 0 <= b >>> 0 ? 1 : 0)],
  ['gt', 4, (a, b) => (a >>> 0 > b >>> 0 ? 1 : 0)],
  ['ne', 5, (a, b) => (a !== b ? 1 : 0)],
  ['ge', 6, (a, b) => (a >>> 0 >= b >>> 0 ? 1 : 0)],
];

const SIGNED_WIDE: readonly Relation[] = [
  ['lt', 1, (a, b, c, d) => (compareSigned(a, b, c, d) < 0 ? 1 : 0)],
  ['eq', 2, (a, b, c, d) => (a === c && b === d ? 1 : 0)],
  ['le', 3, (a, b, c, d) => (compareSigned(a, b, c, d) <= 0 ? 1 : 0)],
  ['gt', 4, (a, b, c, d) => (compareSigned(a, b, c, d) > 0 ? 1 : 0)],
  ['ne', 5, (a, b, c, d) => (a !== c || b !== d ? 1 : 0)],
  ['ge', 6, (a, b, c, d) => (compareSigned(a, b, c, d) >= 0 ? 1 : 0)],
];

const UNSIGNED_WIDE: readonly Relation[] = [
  ['lt', 1, (a, b, c, d) => (compareUnsigned(a, b, c, d) < 0 ? 1 : 0)],
  ['eq', 2, (a, b, c, d) => (a === c && b === d ? 1 : 0)],
  ['le', 3, (a, b, c, d) => (compareUnsigned(a, b, c, d) <= 0 ? 1 : 0)],
  ['gt', 4, (a, b, c, d) => (compareUnsigned(a, b, c, d) > 0 ? 1 : 0)],
  ['ne', 5, (a, b, c, d) => (a !== c || b !== d ? 1 : 0)],
  ['ge', 6, (a, b, c, d) => (compareUnsigned(a, b, c, d) >= 0 ? 1 : 0)],
];

const classRelations = (compute: Operation): readonly Relation[] => [['class', 0, compute]];

/** The integer comparisons whose result is constant. On GFX10 and later, 16-bit integers have none. */
const CONSTANTS: readonly Relation[] = [
  ['f', 0, () => 0],
  ['t', 7, () => 1],
];

function onlyGfx9(gfx9: number): Block {
  return [onlyOn('gfx9', gfx9), onlyOn('gfx9', gfx9 + 0x10)];
}

const CLASSES: readonly VectorRow[] = [
  ...makeComparisons(
    'f32',
    [opcodes(0x10, 0x88, 0x7e), opcodes(0x11, 0x98, 0xfe)],
    classRelations(hasClass),
    ['b32', 'b32'],
  ),
  ...makeComparisons(
    'f64',
    [opcodes(0x12, 0xa8, 0x7f), opcodes(0x13, 0xb8, 0xff)],
    classRelations(hasDoubleClass),
    ['b64', 'b32'],
  ),
  ...makeComparisons(
    'f16',
    [opcodes(0x14, 0x8f, 0x7d), opcodes(0x15, 0x9f, 0xfd)],
    classRelations(hasHalfClass),
    ['b16', 'b16'],
  ),
];

/** Vector comparisons, which return lane masks. */
export const VOPC_ROWS: readonly VectorRow[] = [
  ...CLASSES,
  ...makeComparisons('f16', makeBlock(0x20, 0xc8, 0x00), FLOAT_LOW),
  ...makeComparisons('f16', makeBlock(0x28, 0xe8, 0x08), FLOAT_HIGH),
  ...makeComparisons('f32', makeBlock(0x40, 0x00, 0x10), FLOAT_LOW),
  ...makeComparisons('f32', makeBlock(0x48, 0x08, 0x18), FLOAT_HIGH),
  ...makeComparisons('f64', makeBlock(0x60, 0x20, 0x20), FLOAT_LOW),
  ...makeComparisons('f64', makeBlock(0x68, 0x28, 0x28), FLOAT_HIGH),
  ...makeComparisons('i16', makeBlock(0xa0, 0x88, 0x30), SIGNED),
  ...makeComparisons('i16', onlyGfx9(0xa0), CONSTANTS),
  ...makeComparisons('u16', makeBlock(0xa8, 0xa8, 0x38), UNSIGNED),
  ...makeComparisons('u16', onlyGfx9(0xa8), CONSTANTS),
  ...makeComparisons('i32', makeBlock(0xc0, 0x80, 0x40), [...SIGNED, ...CONSTANTS]),
  ...makeComparisons('u32', makeBlock(0xc8, 0xc0, 0x48), [...UNSIGNED, ...CONSTANTS]),
  ...makeComparisons('i64', makeBlock(0xe0, 0xa0, 0x50), [...SIGNED_WIDE, ...CONSTANTS]),
  ...makeComparisons('u64', makeBlock(0xe8, 0xe0, 0x58), [...UNSIGNED_WIDE, ...CONSTANTS]),
];
