import type { RawInstruction } from '../decode/raw.js';
import { DIMENSION_2D, imageAddresses } from '../image-addresses.js';
import type { MemoryRow } from '../rows/row.js';
import type { Texts } from './line.js';
import { hex } from './number.js';
import { type PrintContext, scalarName, vectorName } from './operand.js';

/** Image dimensions by their code. */
export const DIMENSIONS = ['1D', '2D', '3D', 'CUBE', '1D_ARRAY', '2D_ARRAY', '2D_MSAA', '2D_MSAA_ARRAY'];
function bitCount(mask: number): number {
  return [0, 1, 2, 3].filter((i) => (mask >>> i) & 1).length;
}

function addressCount(row: MemoryRow, { fields }: RawInstruction): number {
  const { before, coordinates, after } = imageAddresses(row, fields.dim ?? DIMENSION_2D);
  const count = before + coordinates + after;
  return fields.a16 ? Math.ceil(count / 2) : count;
}

/** GFX9's words do not say the dimension; LLVM prints the least number of registers that the operation can have. */
function leastAddresses({ sample }: MemoryRow): number {
  return sample === undefined ? 1 : 1 + sample.before + Number(sample.derivatives);
}

/** One range, or a list of registers where further words name them. */
function addressText(row: MemoryRow, raw: RawInstruction, { gfx }: PrintContext): string {
  const { fields } = raw;
  const count = addressCount(row, raw);
  if (fields.nsa) {
    const further = Array.from({ length: count - 1 }, (_, i) => fields[`addr${i + 1}`]);
    return `[${[fields.vaddr, ...further].map((register) => vectorName(register, 1)).join(', ')}]`;
  }
  return vectorName(fields.vaddr, gfx === 'gfx9' ? leastAddresses(row) : count);
}

const GFX9_ORDER = ['unorm', 'glc', 'slc', 'a16', 'tfe', 'lwe', 'da', 'd16'];
const LATER_ORDER = ['unorm', 'glc', 'slc', 'dlc', 'r128', 'a16', 'tfe', 'lwe', 'd16'];

/** Operands and modifiers of an image instruction. */
export function imageText(row: MemoryRow, raw: RawInstruction, context: PrintContext): Texts {
  const { fields } = raw;
  const operands = [
    vectorName(fields.vdata, row.gathers ? 4 : Math.max(1, bitCount(fields.dmask))),
    addressText(row, raw, context),
    scalarName(fields.srsrc * 4, 8, context.gfx) ?? '',
  ];
  if (row.image === 'sample') operands.push(scalarName(fields.ssamp * 4, 4, context.gfx) ?? '');
  const modifiers = [`dmask:${hex(fields.dmask)}`];
  if (context.gfx !== 'gfx9') modifiers.push(`dim:SQ_RSRC_IMG_${DIMENSIONS[fields.dim]}`);
  const order = context.gfx === 'gfx9' ? GFX9_ORDER : LATER_ORDER;
  return [operands, [...modifiers, ...order.filter((name) => fields[name])]];
}
