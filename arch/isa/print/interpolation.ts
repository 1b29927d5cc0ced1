import type { RawInstruction } from '../decode/raw.js';
import { packedAttribute } from '../packed-attribute.js';
import { type InterpolationRow, nameOf } from '../rows/row.js';
import { line } from './line.js';
import { operandText, type PrintContext, vectorName } from './operand.js';
import { OMOD_NAMES } from './vector.js';

const COMPONENTS = 'xyzw';
const MOVED = ['p10', 'p20', 'p0'];

function registerText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const sources = [0, 1, 2].map((i) => {
    const text = operandText(fields[`src${i}`], 'f32', context);
    return (fields.neg >>> i) & 1 ? `-${text}` : text;
  });
  const bits = [0, 1, 2, 3].map((i) => (fields.op_sel >>> i) & 1);
  const halves = fields.op_sel ? [`op_sel:[${bits.join(',')}]`] : [];
  const modifiers = [...(fields.clamp ? ['clamp'] : []), ...halves, `wait_exp:${fields.wait_exp}`];
  return line(nameOf(row, context.gfx), [vectorName(fields.vdst, 1), ...sources], modifiers);
}

function signed(text: string, i: number, { fields }: RawInstruction): string {
  const magnitude = (fields.abs >>> i) & 1 ? `|${text}|` : text;
  return (fields.neg >>> i) & 1 ? `-${magnitude}` : magnitude;
}

function halfText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const { attribute, component, high } = packedAttribute(fields);
  const source = (i: number) => signed(operandText(fields[`src${i}`], 'f32', context), i, raw);
  const operands = [vectorName(fields.vdst, 1), source(1), `attr${attribute}.${COMPONENTS[component]}`];
  if (row.interpolation !== 'half-p1') operands.push(source(2));
  const modifiers = [high ? 'high' : '', fields.clamp ? 'clamp' : '', OMOD_NAMES[fields.omod]];
  return line(
    nameOf(row, context.gfx),
    operands,
    modifiers.filter((word) => word !== ''),
  );
}

/** Text of an interpolation instruction. */
export function interpolationText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  if (row.format === 'vinterp') return registerText(row, raw, context);
  if (row.format === 'vop3') return halfText(row, raw, context);
  const name = nameOf(row, context.gfx);
  const register = (field: string) => vectorName(fields[field], 1);
  if (row.interpolation === 'direct-load')
    return line(name, [register('vdst')], [`wait_vdst:${fields.wait_vdst}`]);
  const attribute = `attr${fields.attr}.${COMPONENTS[fields.attrchan]}`;
  if (row.format === 'ldsdir')
    return line(name, [register('vdst'), attribute], [`wait_vdst:${fields.wait_vdst}`]);
  const source =
    row.interpolation === 'mov' ? (MOVED[fields.vsrc] ?? `invalid_param_${fields.vsrc}`) : register('vsrc');
  return line(`${name}_e32`, [register('vdst'), source, attribute]);
}
