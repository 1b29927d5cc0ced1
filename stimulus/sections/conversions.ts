import { factsOf, type Gfx, getMnemonic } from '../../arch/index.js';
import type { Conversion } from '../../transactions/index.js';
import { components } from './part.js';

/** Code that packs a colour for export, and the operands of the export. */
export interface PackedColour {
  readonly text: string;
  readonly operands: string;
}

type PackFunction = (gfx: Gfx, from: number, to: number) => PackedColour;

/** Exports one component per register, in order. */
function exportUnpacked(channels: string): PackFunction {
  return (_gfx, from) => ({ text: '', operands: formatOperands(components(from), channels) });
}

function formatOperands(registers: readonly string[], channels: string): string {
  return registers.map((register, i) => (channels.includes('xyzw'[i]) ? register : 'off')).join(', ');
}

/** Exports red and alpha. Alpha is the fourth operand on GFX9, the second on later chips (as in Mesa's radeonsi). */
const exportRedAndAlpha: PackFunction = (gfx, from) => {
  const [red, , , alpha] = components(from);
  return {
    text: '',
    operands: factsOf(gfx).exportsAlphaInPlace ? `${red}, off, off, ${alpha}` : `${red}, ${alpha}, off, off`,
  };
};

/** Exports two components per register, packed by `instruction`, whose mnemonic may be that of any generation. */
function packPairs(instruction: string): PackFunction {
  return (gfx, from, to) => {
    const name = getMnemonic(instruction, gfx);
    return {
      text: `
  ${name} v${to}, v${from}, v${from + 1}
  ${name} v${to + 1}, v${from + 2}, v${from + 3}`,
      operands: formatPairOperands(gfx, to),
    };
  };
}

/**
 * Returns the operands of a paired export, which names each register twice on GFX10.3 and earlier, and once on later
 * generations.
 */
function formatPairOperands(gfx: Gfx, to: number): string {
  return !factsOf(gfx).hasExportMaskBits
    ? `v${to}, v${to + 1}, off, off`
    : `v${to}, v${to}, v${to + 1}, v${to + 1}`;
}

/** Exports the integer parts of the components, two per register. */
function packIntegers(convert: string, pack: string): PackFunction {
  return (gfx, from, to) => {
    const wideRegisters = components(to);
    const converted = components(from).map((source, i) => `\n  ${convert} ${wideRegisters[i]}, ${source}`);
    return {
      text: `${converted.join('')}
  ${pack} ${wideRegisters[0]}, ${wideRegisters[0]}, ${wideRegisters[1]}
  ${pack} ${wideRegisters[1]}, ${wideRegisters[2]}, ${wideRegisters[3]}`,
      operands: formatPairOperands(gfx, to),
    };
  };
}

/** The packing function for each conversion. */
export const PACKS: Readonly<Record<Exclude<Conversion, 'ZERO'>, PackFunction>> = {
  R32: exportUnpacked('x'),
  GR32: exportUnpacked('xy'),
  AR32: exportRedAndAlpha,
  FP16_ABGR: packPairs('v_cvt_pkrtz_f16_f32'),
  UNORM16_ABGR: packPairs('v_cvt_pknorm_u16_f32'),
  SNORM16_ABGR: packPairs('v_cvt_pknorm_i16_f32'),
  UINT16_ABGR: packIntegers('v_cvt_u32_f32_e32', 'v_cvt_pk_u16_u32'),
  SINT16_ABGR: packIntegers('v_cvt_i32_f32_e32', 'v_cvt_pk_i16_i32'),
  ABGR32: exportUnpacked('xyzw'),
};

/** Returns whether an export with the given conversion carries two components per register. */
export function isPaired(conversion: Conversion): boolean {
  return conversion.includes('16');
}
