import type { Gfx } from '../../chips.js';
import type { RawInstruction } from '../decode/raw.js';
import { formatDependencies } from '../dependencies.js';
import type { ControlRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { readWaitValues, type WaitName } from '../waits.js';
import { getHwregName } from './hwreg.js';
import { formatMessage } from './message.js';
import { formatBareLiteral, formatHex, formatImmediate } from './number.js';
import { formatOperand, type PrintContext } from './operand.js';

/** The names of the code versions for `s_version`, by number. */
export const VERSION_NAMES: Readonly<Record<number, string>> = {
  0: 'UC_VERSION_GFX7',
  4: 'UC_VERSION_GFX10',
  6: 'UC_VERSION_GFX11',
  9: 'UC_VERSION_GFX12',
};

/** The flag bits above the version. */
export const VERSION_FLAGS: readonly (readonly [bit: number, name: string])[] = [
  [0x2000, 'UC_VERSION_W64_BIT'],
  [0x4000, 'UC_VERSION_W32_BIT'],
  [0x8000, 'UC_VERSION_MDP_BIT'],
];

const VERSION_MASK = 0xff;

/**
 * Prints the immediate of `s_version` as names joined by `|` in nested brackets, or as a number if any bit has no name.
 */
function formatVersion(value: number): string {
  const flags = VERSION_FLAGS.filter(([bit]) => (value & bit) !== 0);
  const namedBits = flags.reduce((bits, [bit]) => bits | bit, value & VERSION_MASK);
  const name = VERSION_NAMES[value & VERSION_MASK];
  if (namedBits !== value || (name === undefined && flags.length === 0)) return formatImmediate(value);
  return flags.reduce(
    (text, [, flag], i) => `${i === 0 ? text : `(${text})`}|${flag}`,
    name ?? `${value & VERSION_MASK}`,
  );
}

/** Prints the counters that an instruction waits for, or all of them if it does not wait. */
function formatWait(name: WaitName, value: number, gfx: Gfx): string {
  const values = readWaitValues(name, value, gfx);
  const limited = values.filter(([, count, noWait]) => count !== noWait);
  return (limited.length === 0 ? values : limited)
    .map(([counter, count]) => `${counter}cnt(${count})`)
    .join(' ');
}

/** Prints a hardware register field: the name or number, followed by the lowest bit and width of a partial register. */
function formatHwreg(value: number, gfx: Gfx): string {
  const id = value & 0x3f;
  const offset = (value >>> 6) & 31;
  const size = (value >>> 11) + 1;
  const name = getHwregName(id, gfx) ?? `${id}`;
  return offset === 0 && size === 32 ? `hwreg(${name})` : `hwreg(${name}, ${offset}, ${size})`;
}

/** The dependency names of `s_delay_alu`, by encoded value. */
export const DELAY_IDS = [
  'NO_DEP',
  'VALU_DEP_1',
  'VALU_DEP_2',
  'VALU_DEP_3',
  'VALU_DEP_4',
  'TRANS32_DEP_1',
  'TRANS32_DEP_2',
  'TRANS32_DEP_3',
  'FMA_ACCUM_CYCLE_1',
  'SALU_CYCLE_1',
  'SALU_CYCLE_2',
  'SALU_CYCLE_3',
];

/** The distances between the two instructions of `s_delay_alu`, by encoded value. */
export const DELAY_SKIPS = ['SAME', 'NEXT', 'SKIP_1', 'SKIP_2', 'SKIP_3', 'SKIP_4'];

function formatDelay(value: number): string {
  const fields: string[] = [];
  const first = value & 15;
  const skip = (value >>> 4) & 7;
  const second = (value >>> 7) & 15;
  const name = (id: number) => DELAY_IDS[id] ?? '/* invalid instid value */';
  if (first !== 0) fields.push(`instid0(${name(first)})`);
  if (skip !== 0) fields.push(`instskip(${DELAY_SKIPS[skip] ?? '/* invalid instskip value */'})`);
  if (second !== 0) fields.push(`instid1(${name(second)})`);
  return fields.length === 0 ? '0' : fields.join(' | ');
}

type OperandKind = 'b32' | 'b64' | 'literal' | NonNullable<ControlRow['immediate']>;

/** The operands of a control instruction in order, by field: a register's type, or how the immediate is written. */
type ControlOperands = Readonly<Partial<Record<'sdst' | 'ssrc0' | 'simm16' | 'literal', OperandKind>>>;

const OPERANDS: Readonly<Partial<Record<ControlRow['control'], ControlOperands>>> = {
  getreg: { sdst: 'b32', simm16: 'hwreg' },
  setreg: { simm16: 'hwreg', sdst: 'b32' },
  'setreg-imm': { simm16: 'hwreg', literal: 'literal' },
  setpc: { ssrc0: 'b64' },
  getpc: { sdst: 'b64' },
  swappc: { sdst: 'b64', ssrc0: 'b64' },
  call: { sdst: 'b64', simm16: 'branch' },
};

/** Returns the operands of a control instruction. Calls store an address; half-wave loops store a mask in one register. */
export function getControlOperands(row: ControlRow): ControlOperands {
  const { control, format, immediate = 'none' } = row;
  const name = getName(row, 'gfx11');
  if (format === 'sop1' && control === 'message')
    return { sdst: name.endsWith('b64') ? 'b64' : 'b32', ssrc0: 'message' };
  if (name.startsWith('s_subvector')) return { sdst: 'b32', simm16: 'branch' };
  if (format === 'sopk' && immediate === 'hex') return { sdst: 'b32', simm16: 'hex' };
  return OPERANDS[control] ?? (immediate === 'none' ? {} : { simm16: immediate });
}

/** Prints the operands of a control instruction. */
export function printControlOperands(row: ControlRow, raw: RawInstruction, context: PrintContext): string[] {
  const { gfx } = context;
  const format = ([field, kind]: [string, string]): string => {
    const value = raw.fields[field] ?? raw.literal;
    switch (kind) {
      case 'b32':
      case 'b64':
        return formatOperand(value, kind, context);
      case 'literal':
        return formatBareLiteral(value);
      case 'hwreg':
        return formatHwreg(value, gfx);
      case 'decimal':
        return formatImmediate(value);
      case 'hex':
        return formatHex(value);
      case 'depctr':
        return formatDependencies(value, gfx);
      case 'version':
        return formatVersion(value);
      case 'waitcnt':
        return formatWait(row.waits!, value, gfx);
      case 'message':
        return formatMessage(value, gfx);
      case 'delay':
        return formatDelay(value);
      default:
        return kind === 'not-zero' && value === 0 ? '' : `${value}`;
    }
  };
  return Object.entries(getControlOperands(row))
    .map(format)
    .filter((text) => text !== '');
}
