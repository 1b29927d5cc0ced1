import type { Fields } from '../formats/layout.js';
import { type InterpolationRow, UNMODELLED } from './row.js';
import { type Opcodes, opcodes, X } from './row-base.js';

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

function makeRow(
  format: InterpolationRow['format'],
  name: string,
  opcode: Opcodes,
  interpolation: InterpolationRow['interpolation'],
  options: Partial<InterpolationRow> = {},
): InterpolationRow {
  return { family: 'interpolation', format, name, opcode, interpolation, ...options };
}

const P10_HALVES = { halfSources: 0b101 } as const;
const P2_HALVES = { halfSources: 0b001, halfResult: true } as const;

/** Parameter interpolation. GFX10.3 and earlier read LDS directly; GFX11 and later use a separate load. */
export const INTERPOLATION_ROWS: readonly InterpolationRow[] = [
  makeRow('vintrp', 'v_interp_p1_f32', { gfx9: 0, gfx11: X }, 'p1'),
  makeRow('vintrp', 'v_interp_p2_f32', { gfx9: 1, gfx11: X }, 'p2'),
  makeRow('vintrp', 'v_interp_mov_f32', { gfx9: 2, gfx11: X }, 'mov'),
  // Compilers never emit the long forms for 32-bit parameters.
  makeRow('vop3', 'v_interp_p1_f32', opcodes(0x270, 0x200, X), 'p1', UNMODELLED),
  makeRow('vop3', 'v_interp_p2_f32', opcodes(0x271, 0x201, X), 'p2', UNMODELLED),
  makeRow('vop3', 'v_interp_mov_f32', opcodes(0x272, 0x202, X), 'mov', UNMODELLED),
  makeRow('vop3', 'v_interp_p1ll_f16', opcodes(0x274, 0x342, X), 'half-p1'),
  makeRow('vop3', 'v_interp_p1lv_f16', opcodes(0x275, 0x343, X), 'half-p1-register'),
  makeRow('vop3', 'v_interp_p2_legacy_f16', opcodes(0x276, X, X), 'half-p2'),
  makeRow('vop3', 'v_interp_p2_f16', opcodes(0x277, 0x35a, X), 'half-p2'),
  makeRow('ldsdir', 'lds_param_load', { gfx11: 0 }, 'parameter-load'),
  makeRow('ldsdir', 'lds_direct_load', { gfx11: 1 }, 'direct-load'),
  makeRow('vinterp', 'v_interp_p10_f32', { gfx11: 0 }, 'p10'),
  makeRow('vinterp', 'v_interp_p2_f32', { gfx11: 1 }, 'p2-register'),
  makeRow('vinterp', 'v_interp_p10_f16_f32', { gfx11: 2 }, 'p10', P10_HALVES),
  makeRow('vinterp', 'v_interp_p2_f16_f32', { gfx11: 3 }, 'p2-register', P2_HALVES),
  makeRow('vinterp', 'v_interp_p10_rtz_f16_f32', { gfx11: 4 }, 'p10', { ...P10_HALVES, truncates: true }),
  makeRow('vinterp', 'v_interp_p2_rtz_f16_f32', { gfx11: 5 }, 'p2-register', {
    ...P2_HALVES,
    truncates: true,
  }),
];
