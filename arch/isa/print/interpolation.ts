import type { RawInstruction } from '../decode/raw.js';
import { packedAttribute } from '../packed-attribute.js';
import type { InterpolationRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { line } from './line.js';
import { operandText, type PrintContext, vectorName } from './operand.js';
import { OMOD_NAMES } from './vector.js';

const COMPONENTS = 'xyzw';
/** The parameters that `v_interp_mov_f32` can move, by number. */
export const MOVABLE_PARAMETERS = ['p10', 'p20', 'p0'];

function parameterName(code: number): string {
  return MOVABLE_PARAMETERS[code] ?? `invalid_param_${code}`;
}

/** Returns whether an instruction reads 16-bit parameters. */
export function readsHalves({ interpolation }: InterpolationRow): boolean {
  return interpolation.startsWith('half');
}

function registerText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const sources = [0, 1, 2].map((i) => {
    const text = operandText(fields[`src${i}`], 'f32', context);
    return (fields.neg >>> i) & 1 ? `-${text}` : text;
  });
  const bits = [0, 1, 2, 3].map((i) => (fields.op_sel >>> i) & 1);
  const halves = fields.op_sel ? [`op_sel:[${bits.join(',')}]`] : [];
  const modifiers = [...(fields.clamp ? ['clamp'] : []), ...halves, `wait_exp:${fields.wait_exp}`];
  return line(getName(row, context.gfx), [vectorName(fields.vdst, 1), ...sources], modifiers);
}

function signedText(text: string, i: number, { fields }: RawInstruction): string {
  const magnitude = (fields.abs >>> i) & 1 ? `|${text}|` : text;
  return (fields.neg >>> i) & 1 ? `-${magnitude}` : magnitude;
}

function longText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const { attribute, component, high } = packedAttribute(fields);
  const source = (i: number) => signedText(operandText(fields[`src${i}`], 'f32', context), i, raw);
  const first = row.interpolation === 'mov' ? parameterName(fields.src1) : source(1);
  const operands = [vectorName(fields.vdst, 1), first, `attr${attribute}.${COMPONENTS[component]}`];
  if (readsHalves(row) && row.interpolation !== 'half-p1') operands.push(source(2));
  const modifiers = [high ? 'high' : '', fields.clamp ? 'clamp' : '', OMOD_NAMES[fields.omod]];
  const name = getName(row, context.gfx);
  return line(
    readsHalves(row) ? name : `${name}_e64`,
    operands,
    modifiers.filter((word) => word !== ''),
  );
}

/** Prints the hazards that an LDS load waits for. On GFX12 and later, these include reads of its register. */
function waitsText({ wait_vdst, wait_vm_vsrc }: RawInstruction['fields']): string[] {
  if (wait_vm_vsrc === undefined) return [`wait_vdst:${wait_vdst}`];
  return [`wait_va_vdst:${wait_vdst}`, `wait_vm_vsrc:${wait_vm_vsrc}`];
}

/** Prints an interpolation instruction. */
export function interpolationText(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  if (row.format === 'vinterp') return registerText(row, raw, context);
  if (row.format === 'vop3') return longText(row, raw, context);
  const name = getName(row, context.gfx);
  const register = (field: string) => vectorName(fields[field], 1);
  if (row.interpolation === 'direct-load') return line(name, [register('vdst')], waitsText(fields));
  const attribute = `attr${fields.attr}.${COMPONENTS[fields.attrchan]}`;
  if (row.format === 'ldsdir') return line(name, [register('vdst'), attribute], waitsText(fields));
  const source = row.interpolation === 'mov' ? parameterName(fields.vsrc) : register('vsrc');
  return line(`${name}_e32`, [register('vdst'), source, attribute]);
}
