import type { RawInstruction } from '../decode/raw.js';
import { type InterpolationRow, nameOf } from '../rows/row.js';
import { line } from './line.js';
import { operandText, type PrintContext, vectorName } from './operand.js';

const COMPONENTS = 'xyzw';
const MOVED = ['p10', 'p20', 'p0'];

function registerText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const sources = [0, 1, 2].map((i) => {
    const text = operandText(fields[`src${i}`], 'f32', context);
    return (fields.neg >>> i) & 1 ? `-${text}` : text;
  });
  const modifiers = [...(fields.clamp ? ['clamp'] : []), `wait_exp:${fields.wait_exp}`];
  return line(nameOf(row, context.gfx), [vectorName(fields.vdst, 1), ...sources], modifiers);
}

/** Text of an interpolation instruction. */
export function interpolationText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  if (row.format === 'vinterp') return registerText(row, raw, context);
  const name = nameOf(row, context.gfx);
  const register = (field: string) => vectorName(fields[field], 1);
  const attribute = `attr${fields.attr}.${COMPONENTS[fields.attrchan]}`;
  if (row.format === 'ldsdir')
    return line(name, [register('vdst'), attribute], [`wait_vdst:${fields.wait_vdst}`]);
  const source = row.interpolation === 'mov' ? (MOVED[fields.vsrc] ?? 'invalid_param') : register('vsrc');
  return line(`${name}_e32`, [register('vdst'), source, attribute]);
}
