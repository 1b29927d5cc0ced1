import type { Gfx, WaveSize } from '../../arch/index.js';
import { type Dialect, emitFlatPrimitive, formatExport, getDialect } from '../dialect/index.js';

/** When a colour shader changes EXEC: before, between or after its exports. Some variants restore it. */
export const LANE_CHANGES = ['after', 'before', 'between', 'between, restored', 'all off at end'] as const;

export type LaneChange = (typeof LANE_CHANGES)[number];

/** Whether the shader discards fragments: fewer of its lanes are active at the last export than at the start. */
export function discardsFragments(change: LaneChange): boolean {
  return change === 'before' || change === 'between';
}

/** The first of the four colour registers for each target. */
const COLOUR_REGISTERS = [6, 10] as const;

/** The lowest of the three bits that determine each channel's value. */
const FIRST_BITS = [0, 1, 2, 0] as const;

/** The float 0.125. */
const EIGHTH = 0x3e000000;

/**
 * Generates a shader with the same initial registers as `emitCoverageFold`, but without a section or memory accesses.
 * It exports colours in eighths from 0 to 7/8, computed from its primitive and pixel, to one or two targets. EXEC may
 * change right after an export is issued; the export still uses the old value (pops.md 4).
 */
export function emitColourShader(gfx: Gfx, wave: WaveSize, targets: 1 | 2, change: LaneChange): string {
  const dialect = getDialect(gfx, wave);
  const { add, mask, exec, vcc, saved } = dialect;
  const colours = COLOUR_REGISTERS.slice(0, targets);
  const lanes: LaneCode = {
    narrow: `\n  s_and_${mask} ${exec}, ${exec}, ${vcc}`,
    restore: `\n  s_mov_${mask} ${exec}, ${saved}`,
    clear: `\n  s_mov_${mask} ${exec}, 0`,
  };
  return `
  v_lshrrev_b32_e32 v5, 16, v4
  v_and_b32_e32 v14, 0xffff, v4${emitFlatPrimitive(gfx, dialect)}
  ${add} v5, v5, v14
  v_lshl_add_u32 v5, v1, 1, v5
  v_and_b32_e32 v14, 3, v5
  v_cmp_ne_u32_e32 ${vcc}, 0, v14
  s_mov_${mask} ${saved}, ${exec}${colours.map((first, target) => emitChannels(dialect, first, target)).join('')}${emitExports(gfx, change, colours, lanes)}
  s_endpgm`;
}

/** The instructions that disable some lanes in EXEC, restore it, and disable all lanes. */
interface LaneCode {
  readonly narrow: string;
  readonly restore: string;
  readonly clear: string;
}

/** Emits code that computes four channels as eighths, each from three bits of a number, in registers from `first`. */
function emitChannels({ add }: Dialect, first: number, target: number): string {
  return FIRST_BITS.map(
    (bit, channel) => `
  ${add} v14, ${1 + target + channel}, v${channel < 2 ? 1 : 5}
  v_bfe_u32 v14, v14, ${bit}, 3
  v_cvt_f32_u32_e32 v14, v14
  v_mul_f32_e32 v${first + channel}, 0x${EIGHTH.toString(16)}, v14`,
  ).join('');
}

function emitExports(
  gfx: Gfx,
  change: LaneChange,
  colours: readonly number[],
  { narrow, restore, clear }: LaneCode,
): string {
  const exports = colours.map((first, target) => {
    const sources = [0, 1, 2, 3].map((channel) => `v${first + channel}`).join(', ');
    return `\n  ${formatExport(gfx, `mrt${target}`, sources, { isLast: target === colours.length - 1 })}`;
  });
  const last = exports.at(-1)!;
  const others = exports.slice(0, -1).join('');
  switch (change) {
    case 'after':
      return `${others}${last}${narrow}`;
    case 'before':
      return `${narrow}${others}${last}${restore}`;
    case 'between':
      return `${others}${narrow}${last}${restore}`;
    case 'between, restored':
      return `${others}${narrow}${restore}${last}${narrow}`;
    case 'all off at end':
      return `${others}${last}${clear}`;
    default:
      return change satisfies never;
  }
}
