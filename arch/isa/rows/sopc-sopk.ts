import { type Operation, type ScalarRow, sopk } from './row.js';
import { everywhere, type Opcodes } from './row-base.js';
import { SIGNED, UNSIGNED } from './vopc.js';

/** The relations of scalar comparisons, in opcode order. `lg` is `ne` in vector comparisons. */
const RELATIONS = ['eq', 'lg', 'gt', 'ge', 'lt', 'le'];

/** Returns the relations of a type with their operations, which are those of vector comparisons. */
function listRelations(type: 'i32' | 'u32'): readonly (readonly [relation: string, compute: Operation])[] {
  const operations = new Map(
    (type === 'u32' ? UNSIGNED : SIGNED).map(([name, , compute]) => [name, compute]),
  );
  return RELATIONS.map((name) => [name, operations.get(name === 'lg' ? 'ne' : name)!]);
}

function sopc(name: string, opcode: Opcodes, sources: ScalarRow['sources'], scc: Operation): ScalarRow {
  return { family: 'scalar', format: 'sopc', name, opcode, sources, scc };
}

function makeComparisons(type: 'i32' | 'u32', first: number): ScalarRow[] {
  return listRelations(type).map(([relation, compute], i) =>
    sopc(`s_cmp_${relation}_${type}`, everywhere(first + i), [type, type], compute),
  );
}

/** Scalar comparisons, which write SCC. */
export const SOPC_ROWS: readonly ScalarRow[] = [
  ...makeComparisons('i32', 0),
  ...makeComparisons('u32', 6),
  sopc('s_bitcmp0_b32', everywhere(0x0c), ['b32', 'u32'], (a, b) => ((a >>> b) & 1) ^ 1),
  sopc('s_bitcmp1_b32', everywhere(0x0d), ['b32', 'u32'], (a, b) => (a >>> b) & 1),
  sopc(
    's_bitcmp0_b64',
    everywhere(0x0e),
    ['b64', 'u32'],
    (a, aHigh, b) => (((b & 32 ? aHigh : a) >>> b) & 1) ^ 1,
  ),
  sopc('s_bitcmp1_b64', everywhere(0x0f), ['b64', 'u32'], (a, aHigh, b) => ((b & 32 ? aHigh : a) >>> b) & 1),
  sopc('s_cmp_eq_u64', { gfx9: 0x12, gfx11: 0x10 }, ['u64', 'u64'], (a, aHigh, b, bHigh) =>
    a === b && aHigh === bHigh ? 1 : 0,
  ),
  sopc('s_cmp_lg_u64', { gfx9: 0x13, gfx11: 0x11 }, ['u64', 'u64'], (a, aHigh, b, bHigh) =>
    a === b && aHigh === bHigh ? 0 : 1,
  ),
];

/** Returns opcodes that are one higher from GFX10 on, where `s_version` was inserted at 1. */
function shiftedInGfx10(gfx9: number): Opcodes {
  return { gfx9, gfx10: gfx9 + 1 };
}

function makeImmediateComparisons(type: 'i32' | 'u32', first: number): ScalarRow[] {
  return listRelations(type).map(([relation, compute], i) => ({
    family: 'scalar',
    format: 'sopk',
    name: `s_cmpk_${relation}_${type}`,
    opcode: shiftedInGfx10(first + i),
    sources: [type, type === 'u32' ? 'u16' : 'i16'],
    scc: compute,
  }));
}

const I16 = ['i32', 'i16'] as const;

/** Scalar operations with a 16-bit immediate. */
export const SOPK_ROWS: readonly ScalarRow[] = [
  sopk('s_movk_i32', everywhere(0), I16, (a) => a),
  sopk('s_cmovk_i32', shiftedInGfx10(1), I16, (a, old, scc) => (scc ? a : old), {
    tied: true,
    readsScc: true,
  }),
  ...makeImmediateComparisons('i32', 2),
  ...makeImmediateComparisons('u32', 8),
  sopk('s_addk_i32', shiftedInGfx10(0x0e), I16, (a, old) => (a + old) | 0, {
    scc: (a, old) => ((~(a ^ old) & (a ^ (a + old))) < 0 ? 1 : 0),
    tied: true,
  }),
  sopk('s_mulk_i32', shiftedInGfx10(0x0f), I16, (a, old) => Math.imul(a, old), { tied: true }),
];
