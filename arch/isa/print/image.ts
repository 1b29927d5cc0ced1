import type { RawInstruction } from '../decode/raw.js';
import type { MemoryRow } from '../rows/row.js';
import type { Texts } from './line.js';
import { hex } from './number.js';
import { type PrintContext, scalarName, vectorName } from './operand.js';

/** Image dimensions by their code. */
export const DIMENSIONS = ['1D', '2D', '3D', 'CUBE', '1D_ARRAY', '2D_ARRAY', '2D_MSAA', '2D_MSAA_ARRAY'];
/** Coordinates that a plain access takes in each dimension. */
const COORDINATES = [1, 2, 3, 3, 2, 3, 3, 4];

function bitCount(mask: number): number {
  return [0, 1, 2, 3].filter((i) => (mask >>> i) & 1).length;
}

function addressCount({ fields }: RawInstruction): number {
  const coordinates = COORDINATES[fields.dim ?? 1];
  return fields.a16 ? Math.ceil(coordinates / 2) : coordinates;
}

/** One range, or a list of registers where further words name them; on GFX9 the first register only. */
function addressText(raw: RawInstruction, { gfx }: PrintContext): string {
  const { fields } = raw;
  const count = addressCount(raw);
  if (fields.nsa) {
    const further = Array.from({ length: count - 1 }, (_, i) => fields[`addr${i + 1}`]);
    return `[${[fields.vaddr, ...further].map((register) => vectorName(register, 1)).join(', ')}]`;
  }
  return vectorName(fields.vaddr, gfx === 'gfx9' ? 1 : count);
}

const GFX9_ORDER = ['unorm', 'glc', 'slc', 'a16', 'tfe', 'lwe', 'da', 'd16'];
const LATER_ORDER = ['unorm', 'glc', 'slc', 'dlc', 'r128', 'a16', 'tfe', 'lwe', 'd16'];

/** Operands and modifiers of an image instruction. */
export function imageText(row: MemoryRow, raw: RawInstruction, context: PrintContext): Texts {
  const { fields } = raw;
  const operands = [
    vectorName(fields.vdata, Math.max(1, bitCount(fields.dmask))),
    addressText(raw, context),
    scalarName(fields.srsrc * 4, 8, context.gfx) ?? '',
  ];
  if (row.image === 'sample') operands.push(scalarName(fields.ssamp * 4, 4, context.gfx) ?? '');
  const modifiers = [`dmask:${hex(fields.dmask)}`];
  if (context.gfx !== 'gfx9') modifiers.push(`dim:SQ_RSRC_IMG_${DIMENSIONS[fields.dim]}`);
  const order = context.gfx === 'gfx9' ? GFX9_ORDER : LATER_ORDER;
  return [operands, [...modifiers, ...order.filter((name) => fields[name])]];
}
