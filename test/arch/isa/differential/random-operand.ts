import type { Gfx } from '../../../../arch/chips.js';
import { isAtLeast } from '../../../../arch/index.js';
import { decodeInlineConstant } from '../../../../arch/isa/constants.js';
import { getM0Code, getNullCode } from '../../../../arch/isa/generation.js';
import { countDwords, is16Bit, type OperandType } from '../../../../arch/isa/operand-type.js';
import { VGPR_BASE } from '../../../../arch/isa/slots.js';
import type { Random } from './random.js';

const LITERAL = 255;
const VCC = 106;
const EXEC = 126;
const SGPR_LIMIT = 100;

/** Operands that an instruction may still use, and its literal, if it has one. */
export interface OperandBudget {
  /** Number of scalar registers and literals still allowed. */
  scalars: number;
  allowsLiteral: boolean;
  literal: number | undefined;
}

/** Generates a random scalar register for a type, aligned as the hardware requires. */
export function randomScalar(random: Random, type: OperandType, lanes: number, gfx: Gfx): number {
  const dwords = countDwords(type, lanes);
  if (dwords === 1) {
    const specialCodes = [
      VCC,
      VCC + 1,
      EXEC,
      EXEC + 1,
      getM0Code(gfx),
      ...(getNullCode(gfx) < 0 ? [] : [getNullCode(gfx)]),
    ];
    return random.chance(25) ? random.pick(specialCodes) : random.below(SGPR_LIMIT);
  }
  if (dwords === 2) return random.chance(20) ? random.pick([VCC, EXEC]) : random.below(SGPR_LIMIT / 2) * 2;
  return random.below(Math.floor((SGPR_LIMIT - dwords) / 4)) * 4;
}

export function randomVector(random: Random, dwords: number, limit = 256): number {
  return random.below(limit - dwords);
}

/**
 * Generates a random inline constant. Avoids float constants for 16-bit integers and 1/(2*pi) for untyped halves, which
 * the assembler writes as literals.
 */
function randomInline(random: Random, type: OperandType): number {
  const choice = random.below(['i16', 'u16', 'v2i16', 'v2u16'].includes(type) ? 2 : 3);
  if (choice === 0) return 128 + random.below(65);
  return choice === 1 ? 193 + random.below(16) : 240 + random.below(type === 'b16' ? 8 : 9);
}

/** Generates a random literal that is not an inline constant. */
export function randomLiteral(random: Random, type: OperandType): number {
  for (;;) {
    const width = is16Bit(type) ? 0xfff0 : 0x7fffffff;
    const value = 65 + random.below(width - 65);
    const floats = Array.from({ length: 9 }, (_, i) => decodeInlineConstant(240 + i, type)!.low >>> 0);
    if (!floats.includes(value)) return value;
  }
}

/** Generates a random scalar source encoding: a register, special source, inline constant or literal. */
export function randomScalarSource(
  random: Random,
  type: OperandType,
  gfx: Gfx,
  budget: OperandBudget,
): number {
  const choice = random.below(10);
  const dwords = countDwords(type, 64);
  if (choice < 5) return randomScalar(random, type, 64, gfx);
  if (choice === 5 && dwords === 1) return random.pick(isAtLeast(gfx, 'gfx11') ? [253] : [253, 239]);
  if (choice < 8 || !budget.allowsLiteral || dwords === 2) return randomInline(random, type);
  return useLiteral(random, type, budget);
}

function useLiteral(random: Random, type: OperandType, budget: OperandBudget): number {
  budget.literal ??= randomLiteral(random, type);
  budget.allowsLiteral = false;
  return LITERAL;
}

/** Generates a random vector source encoding and deducts it from the budget. */
export function randomVectorSource(
  random: Random,
  type: OperandType,
  lanes: number,
  gfx: Gfx,
  budget: OperandBudget,
): number {
  if (type === 'mask') {
    budget.scalars--;
    return random.chance(30) ? VCC : random.below(SGPR_LIMIT / 2) * 2;
  }
  const dwords = countDwords(type, lanes);
  const choice = random.below(10);
  if (choice >= 8 && budget.scalars > 0) {
    budget.scalars--;
    if (random.chance(40) && budget.allowsLiteral && dwords === 1) return useLiteral(random, type, budget);
    return randomScalar(random, type, lanes, gfx);
  }
  return choice >= 6 ? randomInline(random, type) : VGPR_BASE + randomVector(random, dwords);
}
