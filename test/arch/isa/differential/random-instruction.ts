import type { Gfx, WaveSize } from '../../../../arch/chips.js';
import { isAtLeast } from '../../../../arch/index.js';
import type { Encodable } from '../../../../arch/isa/encode.js';
import { getNullCode } from '../../../../arch/isa/generation.js';
import { getHwregName } from '../../../../arch/isa/print/hwreg.js';
import { getMessageName } from '../../../../arch/isa/print/message.js';
import { encodePackedAttribute } from '../../../../arch/isa/rows/interpolation.js';
import type {
  ControlRow,
  CrossLaneRow,
  DualRow,
  GprIndexRow,
  InterpolationRow,
  Row,
  ScalarRow,
} from '../../../../arch/isa/rows/row.js';
import { getName, getOpcode } from '../../../../arch/isa/rows/row-base.js';
import { getDualSlots, getScalarSlots, type Slot, VGPR_BASE } from '../../../../arch/isa/slots.js';
import { findDualRow, getLongForm, SEGMENTS } from '../../../../arch/isa/table.js';
import { getWaitFields } from '../../../../arch/isa/waits.js';
import type { Random } from './random.js';
import { randomMemoryInstruction } from './random-memory.js';
import {
  type OperandBudget,
  randomLiteral,
  randomScalar,
  randomScalarSource,
  randomVectorSource,
} from './random-operand.js';
import { getVariants, randomVectorInstruction } from './random-vector.js';

/**
 * Returns whether a row's text has only one encoding. Vector instructions without operands print the same in their
 * long and short forms.
 */
export function hasUniqueText({ family, format }: Row): boolean {
  return family !== 'control' || format !== 'vop3';
}

function makeBudget(): OperandBudget {
  return { scalars: 2, allowsLiteral: true, literal: undefined };
}

/** Encodes `s_barrier_signal -1`. */
function encodeBarrierSignal(row: Row, gfx: Gfx): Encodable {
  const fields = { op: getOpcode(row, gfx), ssrc0: 193 };
  return { format: row.format, extension: 'none', fields, literal: 0 };
}

function finishInstruction(row: Row, fields: Record<string, number>, gfx: Gfx, literal?: number): Encodable {
  // LLVM accepts only a few operands here, and we can execute only the work-group barrier.
  if (getName(row, gfx) === 's_barrier_signal') return encodeBarrierSignal(row, gfx);
  const allFields = { op: getOpcode(row, gfx), ...fields };
  return {
    format: row.format,
    extension: literal === undefined ? 'none' : 'literal',
    fields: allFields,
    literal: literal ?? 0,
  };
}

/**
 * Returns the type to use for a source's constants. Avoids inline floats in 16-bit compares, which LLVM prints as
 * literals.
 */
function getConstantType({ format }: ScalarRow, { type }: Slot): Slot['type'] {
  return format === 'sopc' && type === 'f16' ? 'u16' : type;
}

function randomScalarInstruction(random: Random, row: ScalarRow, gfx: Gfx): Encodable {
  const fields: Record<string, number> = {};
  const budget = makeBudget();
  if (row.literalAt !== undefined) budget.literal = randomLiteral(random, row.sources[row.literalAt]!);
  for (const slot of getScalarSlots(row)) {
    const { field } = slot;
    if (field === undefined) continue;
    if (slot.special === 'immediate') fields[field] = random.below(0x10000);
    else if (slot.role === 'dst' || field === 'sdst')
      fields[field] = randomScalar(random, slot.type, 64, gfx);
    else if (row.relative !== undefined) fields[field] = random.below(50) * 2;
    else fields[field] = randomScalarSource(random, getConstantType(row, slot), gfx, budget);
  }
  return finishInstruction(row, fields, gfx, budget.literal);
}

/** Generates a random operand for `s_delay_alu`. It has a second dependency only if it also has a skip. */
function randomDelay(random: Random): number {
  const skip = random.below(6);
  const secondDependency = skip === 0 ? 0 : 1 + random.below(11);
  return 1 + random.below(11) + skip * 16 + secondDependency * 128;
}

function randomWait(random: Random, gfx: Gfx): number {
  let immediate = 0;
  for (const [, field] of getWaitFields('s_waitcnt', gfx)) {
    const isUnlimited = random.chance(40);
    for (const [low, width] of field)
      immediate |= (isUnlimited ? 2 ** width - 1 : random.below(2 ** width)) << low;
  }
  return immediate;
}

function randomHwreg(random: Random, gfx: Gfx): number {
  const namedIds = Array.from({ length: 64 }, (_, id) => id).filter(
    (id) => getHwregName(id, gfx) !== undefined,
  );
  const offset = random.below(32);
  return random.pick(namedIds) | (offset << 6) | (random.below(32 - offset) << 11);
}

/**
 * Generates a random message. On GFX11, leaves the bits above a named message's eight-bit id clear, because LLVM
 * drops them.
 */
function randomMessage(random: Random, gfx: Gfx): number {
  const isNamed = (id: number) => getMessageName(id, gfx) !== undefined;
  if (random.chance(50)) return random.pick(Array.from({ length: 256 }, (_, id) => id).filter(isNamed));
  const immediate = random.below(0x400) & ~0x80;
  return isAtLeast(gfx, 'gfx11') && isNamed(immediate & 0xff) ? immediate & 0xff : immediate;
}

function randomImmediate(random: Random, row: ControlRow, gfx: Gfx): number {
  switch (row.immediate) {
    case 'none':
      return 0;
    case 'waitcnt':
      return randomWait(random, gfx);
    case 'message':
      return randomMessage(random, gfx);
    case 'delay':
      return randomDelay(random);
    case 'version':
      return random.below(12) | (random.below(8) << 13);
    case 'not-zero':
      return random.chance(50) ? 0 : random.below(0x10000);
    case 'hwreg':
      return randomHwreg(random, gfx);
    default:
      return random.below(row.control === 'nop' ? 16 : 0x10000);
  }
}

function randomControlInstruction(random: Random, row: ControlRow, gfx: Gfx): Encodable {
  if (row.format === 'smem' || row.format === 'mubuf') return finishInstruction(row, {}, gfx);
  if (row.format === 'flat')
    return finishInstruction(
      row,
      { seg: SEGMENTS.global, saddr: getNullCode(gfx), scope: random.below(4) },
      gfx,
    );
  const simm16 = row.format === 'sop1' ? 0 : randomImmediate(random, row, gfx);
  const fields: Record<string, number> = row.format === 'sop1' ? {} : { simm16 };
  const pair = randomScalar(random, 'b64', 64, gfx);
  if (row.control === 'setpc') fields.ssrc0 = pair;
  else if (row.control === 'swappc')
    Object.assign(fields, { ssrc0: pair, sdst: randomScalar(random, 'b64', 64, gfx) });
  else if (row.control === 'call') fields.sdst = row.unmodelled ? randomScalar(random, 'b32', 64, gfx) : pair;
  else if (row.control === 'getpc') fields.sdst = pair;
  else if (row.format === 'sopk' && row.control.startsWith('wait')) fields.sdst = getNullCode(gfx);
  else if (row.control === 'getreg' || row.control === 'setreg')
    fields.sdst = randomScalar(random, 'b32', 64, gfx);
  const literal = row.control === 'setreg-imm' ? randomFieldValue(random) : undefined;
  return finishInstruction(row, fields, gfx, literal);
}

/**
 * Generates a random literal for a register field. Most are small values, which LLVM prints like inline constants.
 */
function randomFieldValue(random: Random): number {
  return random.chance(60) ? random.below(100) - 20 : randomLiteral(random, 'b32');
}

function randomCrossLaneInstruction(random: Random, row: CrossLaneRow, gfx: Gfx): Encodable {
  const fields: Record<string, number> = {};
  const randomVector = () => random.below(256);
  const select = () => (random.chance(50) ? random.below(100) : 128 + random.below(64));
  fields.vdst = row.to === 'vector' ? randomVector() : random.below(100);
  const scalarFirst = row.name === 'v_writelane_b32' || row.vectorOp !== undefined;
  fields.src0 = scalarFirst ? select() : VGPR_BASE + randomVector();
  if (row.sources.length > 1) fields.src1 = scalarFirst && gfx === 'gfx9' ? 128 + random.below(64) : select();
  if (row.vectorSources === 2) fields.src1 = VGPR_BASE + randomVector();
  if (row.sources.length > 2) fields.src2 = 128 + random.below(64);
  if (row.sources.length > 2 || row.vectorSources === 2) fields.op_sel = random.below(4);
  const { format, opcode } =
    row.format === 'vop3' ? getLongForm(row, gfx) : { format: row.format, opcode: getOpcode(row, gfx) };
  return { format, extension: 'none', fields: { ...fields, op: opcode }, literal: 0 };
}

/**
 * Generates a random instruction that interpolates a 16-bit value from LDS. Its first source is an attribute; the
 * others can have sign modifiers.
 */
function randomHalfInterpolation(random: Random, row: InterpolationRow, gfx: Gfx): Encodable {
  const hasAddend = row.interpolation !== 'half-p1';
  const parameter = { attribute: random.below(33), component: random.below(4), high: random.chance(50) };
  const fields: Record<string, number> = {
    op: getOpcode(row, gfx),
    vdst: random.below(256),
    src0: encodePackedAttribute(parameter),
    src1: VGPR_BASE + random.below(256),
    src2: hasAddend ? VGPR_BASE + random.below(256) : 0,
    neg: random.below(hasAddend ? 4 : 2) << 1,
    abs: random.below(hasAddend ? 4 : 2) << 1,
    clamp: random.below(2),
  };
  if (row.interpolation !== 'half-p2') fields.omod = random.below(4);
  return finishInstruction(row, fields, gfx);
}

function randomInterpolation(random: Random, row: InterpolationRow, gfx: Gfx): Encodable {
  const randomVector = () => random.below(256);
  const fields: Record<string, number> = { vdst: randomVector() };
  if (row.format === 'vop3') return randomHalfInterpolation(random, row, gfx);
  if (row.format === 'vinterp') {
    for (const i of [0, 1, 2]) fields[`src${i}`] = VGPR_BASE + randomVector();
    fields.neg = random.below(8);
    fields.clamp = random.below(2);
    fields.wait_exp = random.below(8);
    if (row.halfSources !== undefined) fields.op_sel = random.below(16);
    return finishInstruction(row, fields, gfx);
  }
  if (row.interpolation !== 'direct-load') {
    fields.attr = random.below(33);
    fields.attrchan = random.below(4);
  }
  if (row.format === 'ldsdir') {
    fields.wait_vdst = random.below(16);
    if (isAtLeast(gfx, 'gfx12')) fields.wait_vm_vsrc = random.below(2);
  } else fields.vsrc = row.interpolation === 'mov' ? random.below(3) : randomVector();
  return finishInstruction(row, fields, gfx);
}

function randomGprIndex(random: Random, row: GprIndexRow, gfx: Gfx): Encodable {
  const source = () => (random.chance(50) ? random.below(100) : 128 + random.below(64));
  if (row.step === 'on') return finishInstruction(row, { ssrc0: source(), ssrc1: random.below(16) }, gfx);
  if (row.step === 'index') return finishInstruction(row, { ssrc0: source() }, gfx);
  return finishInstruction(row, { simm16: row.step === 'mode' ? random.below(16) : 0 }, gfx);
}

/**
 * Generates a random dual instruction. Its halves must use different banks, so the first uses bank 0 and the second
 * bank 1.
 */
function randomDual(random: Random, row: DualRow, gfx: Gfx): Encodable | undefined {
  const secondRow = findDualRow(random.pick([0, 3, 4, 5, 6, 8, 9, 10, 16, 17, 18]));
  const isSecondOnly = getOpcode(row, gfx) >= 16;
  if (secondRow === undefined || row.single.literalAt !== undefined || isSecondOnly) return undefined;
  const vdstx = random.below(256);
  const fields: Record<string, number> = { opy: getOpcode(secondRow, gfx), vdstx, vdsty: random.below(128) };
  const budget: OperandBudget = { scalars: 1, allowsLiteral: false, literal: undefined };
  for (const [half, single] of [
    ['x', row.single],
    ['y', secondRow.single],
  ] as const) {
    for (const slot of getDualSlots(single, half, fields)) {
      if (slot.field === undefined) continue;
      const bank = half === 'x' ? 0 : 1;
      const register = random.below(64) * 4 + bank;
      const allowsAnySource = slot.base === 0 && random.chance(40);
      const code = allowsAnySource
        ? randomVectorSource(random, slot.type, 32, gfx, budget)
        : VGPR_BASE + register;
      fields[slot.field] = code >= VGPR_BASE ? VGPR_BASE + register - slot.base : code;
    }
  }
  return finishInstruction(row, fields, gfx);
}

function randomExport(random: Random, row: Row, gfx: Gfx): Encodable {
  const targets = [...Array(9).keys(), 12, 13, 14, 15];
  if (!isAtLeast(gfx, 'gfx11')) targets.push(9, 32 + random.below(32));
  const isCompressed = !isAtLeast(gfx, 'gfx11') && random.chance(30);
  const en = isCompressed ? random.pick([0, 3, 12, 15]) : random.below(16);
  const fields: Record<string, number> = { tgt: random.pick(targets), en, done: random.below(2) };
  if (isAtLeast(gfx, 'gfx11')) fields.row = random.below(2);
  else fields.vm = random.below(2);
  if (isCompressed) fields.compr = 1;
  for (const channel of [0, 1, 2, 3]) {
    const isUsed = isCompressed ? channel < 2 && ((en >>> (2 * channel)) & 3) !== 0 : (en >>> channel) & 1;
    fields[`vsrc${channel}`] = isUsed ? random.below(256) : 0;
  }
  return finishInstruction(row, fields, gfx);
}

/** Generates a random legal instruction for a row. Returns undefined for combinations that are skipped. */
export function randomInstruction(
  random: Random,
  row: Row,
  gfx: Gfx,
  lanes: WaveSize,
): Encodable | undefined {
  switch (row.family) {
    case 'scalar':
      return randomScalarInstruction(random, row, gfx);
    case 'control':
      return randomControlInstruction(random, row, gfx);
    case 'vector':
      return randomVectorInstruction(random, row, random.pick(getVariants(row, gfx)), gfx, lanes);
    case 'cross-lane':
      return randomCrossLaneInstruction(random, row, gfx);
    case 'interpolation':
      return randomInterpolation(random, row, gfx);
    case 'memory':
      return randomMemoryInstruction(random, row, gfx);
    case 'gpr-index':
      return randomGprIndex(random, row, gfx);
    case 'export':
      return randomExport(random, row, gfx);
    case 'dual':
      return lanes === 32 ? randomDual(random, row, gfx) : undefined;
  }
}
