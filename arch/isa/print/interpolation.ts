import type { RawInstruction } from '../decode/raw.js';
import { decodePackedAttribute } from '../rows/interpolation.js';
import type { InterpolationRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { formatLine, formatOperand, formatVgprRange, type PrintContext } from './operand.js';
import { OMOD_NAMES } from './vector.js';

const COMPONENTS = 'xyzw';
/** The parameters that `v_interp_mov_f32` can move, by code. */
export const MOVABLE_PARAMETERS = ['p10', 'p20', 'p0'];

function getParameterName(code: number): string {
  return MOVABLE_PARAMETERS[code] ?? `invalid_param_${code}`;
}

/** Returns whether an instruction reads 16-bit parameters. */
export function readsHalves({ interpolation }: InterpolationRow): boolean {
  return interpolation.startsWith('half');
}

function printRegisterForm(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const sources = [0, 1, 2].map((i) => {
    const text = formatOperand(fields[`src${i}`], 'f32', context);
    return (fields.neg >>> i) & 1 ? `-${text}` : text;
  });
  const bits = [0, 1, 2, 3].map((i) => (fields.op_sel >>> i) & 1);
  const selectors = fields.op_sel ? [`op_sel:[${bits.join(',')}]`] : [];
  const modifiers = [...(fields.clamp ? ['clamp'] : []), ...selectors, `wait_exp:${fields.wait_exp}`];
  return formatLine(getName(row, context.gfx), [formatVgprRange(fields.vdst, 1), ...sources], modifiers);
}

function formatSigned(text: string, i: number, { fields }: RawInstruction): string {
  const magnitude = (fields.abs >>> i) & 1 ? `|${text}|` : text;
  return (fields.neg >>> i) & 1 ? `-${magnitude}` : magnitude;
}

function printLongForm(row: InterpolationRow, raw: RawInstruction, context: PrintContext): string {
  const { fields } = raw;
  const { attribute, component, high } = decodePackedAttribute(fields);
  const formatSource = (i: number) => formatSigned(formatOperand(fields[`src${i}`], 'f32', context), i, raw);
  const first = row.interpolation === 'mov' ? getParameterName(fields.src1) : formatSource(1);
  const operands = [formatVgprRange(fields.vdst, 1), first, `attr${attribute}.${COMPONENTS[component]}`];
  if (readsHalves(row) && row.interpolation !== 'half-p1') operands.push(formatSource(2));
  const modifiers = [high ? 'high' : '', fields.clamp ? 'clamp' : '', OMOD_NAMES[fields.omod]];
  const name = getName(row, context.gfx);
  return formatLine(
    readsHalves(row) ? name : `${name}_e64`,
    operands,
    modifiers.filter((modifier) => modifier !== ''),
  );
}

/** Prints the hazard waits of an LDS load. On GFX12 and later, it also waits for reads of its destination register. */
function formatWaits({ wait_vdst, wait_vm_vsrc }: RawInstruction['fields']): string[] {
  if (wait_vm_vsrc === undefined) return [`wait_vdst:${wait_vdst}`];
  return [`wait_va_vdst:${wait_vdst}`, `wait_vm_vsrc:${wait_vm_vsrc}`];
}

/** Prints an interpolation instruction. */
export function printInterpolation(
  row: InterpolationRow,
  raw: RawInstruction,
  context: PrintContext,
): string {
  const { fields } = raw;
  if (row.format === 'vinterp') return printRegisterForm(row, raw, context);
  if (row.format === 'vop3') return printLongForm(row, raw, context);
  const name = getName(row, context.gfx);
  const formatVgpr = (field: string) => formatVgprRange(fields[field], 1);
  if (row.interpolation === 'direct-load') return formatLine(name, [formatVgpr('vdst')], formatWaits(fields));
  const attribute = `attr${fields.attr}.${COMPONENTS[fields.attrchan]}`;
  if (row.format === 'ldsdir') return formatLine(name, [formatVgpr('vdst'), attribute], formatWaits(fields));
  const source = row.interpolation === 'mov' ? getParameterName(fields.vsrc) : formatVgpr('vsrc');
  return formatLine(`${name}_e32`, [formatVgpr('vdst'), source, attribute]);
}
