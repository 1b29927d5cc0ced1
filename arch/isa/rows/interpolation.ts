import type { Fields } from '../formats/layout.js';
import type { InterpolationRow } from './row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, X } from './row-base.js';

/** The 16-bit parameter read by a long-form interpolation. */
interface PackedAttribute {
  readonly attribute: number;
  readonly component: number;
  /** Whether to read the upper half of the parameter's dword. */
  readonly high: boolean;
}

/** Decodes a long form's first source: bits [5:0] hold the attribute, bits [7:6] the component, and bit 8 the half. */
export function decodePackedAttribute({ src0 }: Fields): PackedAttribute {
  return { attribute: src0 & 63, component: (src0 >>> 6) & 3, high: src0 >>> 8 !== 0 };
}

/** Encodes the first source of a long-form interpolation. */
export function encodePackedAttribute({ attribute, component, high }: PackedAttribute): number {
  return attribute | (component << 6) | (high ? 256 : 0);
}

function makeVintrp(
  name: string,
  opcode: number,
  interpolation: InterpolationRow['interpolation'],
): InterpolationRow {
  const opcodes: Opcodes = { gfx9: opcode, gfx11: X };
  return { family: 'interpolation', format: 'vintrp', name, opcode: opcodes, interpolation };
}

function makeGfx11(
  name: string,
  format: 'ldsdir' | 'vinterp',
  opcode: number,
  interpolation: InterpolationRow['interpolation'],
  halves: Pick<InterpolationRow, 'halfSources' | 'halfResult' | 'truncates'> = {},
): InterpolationRow {
  return { family: 'interpolation', format, name, opcode: { gfx11: opcode }, interpolation, ...halves };
}

/** Builds a 16-bit VOP3 form whose first source is an attribute. */
function makeHalf(
  name: string,
  [gfx9, later]: readonly [number, number],
  interpolation: InterpolationRow['interpolation'],
): InterpolationRow {
  const opcode: Opcodes = { gfx9, gfx10: later, gfx11: X };
  return { family: 'interpolation', format: 'vop3', name, opcode, interpolation };
}

/** Builds the VOP3 form for 32-bit parameters. Compilers never emit it, so it is not modelled. */
function makeSingle(
  name: string,
  gfx9: number,
  interpolation: InterpolationRow['interpolation'],
): InterpolationRow {
  const opcode: Opcodes = { gfx9, gfx10: gfx9 - 0x70, gfx11: X };
  return {
    family: 'interpolation',
    format: 'vop3',
    name,
    opcode,
    interpolation,
    unmodelled: KNOWN_BUT_UNMODELLED,
  };
}

const P10_HALVES = { halfSources: 0b101 } as const;
const P2_HALVES = { halfSources: 0b001, halfResult: true } as const;

/** Parameter interpolation. GFX10.3 and earlier read LDS directly; GFX11 and later use a separate load. */
export const INTERPOLATION_ROWS: readonly InterpolationRow[] = [
  makeVintrp('v_interp_p1_f32', 0, 'p1'),
  makeVintrp('v_interp_p2_f32', 1, 'p2'),
  makeVintrp('v_interp_mov_f32', 2, 'mov'),
  makeSingle('v_interp_p1_f32', 0x270, 'p1'),
  makeSingle('v_interp_p2_f32', 0x271, 'p2'),
  makeSingle('v_interp_mov_f32', 0x272, 'mov'),
  makeHalf('v_interp_p1ll_f16', [0x274, 0x342], 'half-p1'),
  makeHalf('v_interp_p1lv_f16', [0x275, 0x343], 'half-p1-register'),
  makeHalf('v_interp_p2_legacy_f16', [0x276, X], 'half-p2'),
  makeHalf('v_interp_p2_f16', [0x277, 0x35a], 'half-p2'),
  makeGfx11('lds_param_load', 'ldsdir', 0, 'parameter-load'),
  makeGfx11('lds_direct_load', 'ldsdir', 1, 'direct-load'),
  makeGfx11('v_interp_p10_f32', 'vinterp', 0, 'p10'),
  makeGfx11('v_interp_p2_f32', 'vinterp', 1, 'p2-register'),
  makeGfx11('v_interp_p10_f16_f32', 'vinterp', 2, 'p10', P10_HALVES),
  makeGfx11('v_interp_p2_f16_f32', 'vinterp', 3, 'p2-register', P2_HALVES),
  makeGfx11('v_interp_p10_rtz_f16_f32', 'vinterp', 4, 'p10', { ...P10_HALVES, truncates: true }),
  makeGfx11('v_interp_p2_rtz_f16_f32', 'vinterp', 5, 'p2-register', { ...P2_HALVES, truncates: true }),
];
