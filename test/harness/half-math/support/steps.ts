import type { Gfx } from '../../../../arch/index.js';
import { isAtLeast } from '../../../../arch/index.js';
import type { Random } from '../../../arch/isa/differential/random.js';
import {
  applySigns,
  clamp,
  type FloatMode,
  multiplyAndAdd,
  type RegisterPart,
  readOperand,
  toHalf,
  writeResult,
} from './machine.js';

/** Register contents: one word per lane for each register. */
export type Registers = readonly (readonly number[])[];

/** A random instruction and a function that computes its result. */
export interface Step {
  readonly text: string;
  readonly destination: number;
  /** Returns what the instruction writes to a lane of its destination. */
  readonly compute: (registers: Registers, lane: number) => number;
}

/** The inputs for choosing a random step. */
export interface StepContext {
  readonly random: Random;
  readonly gfx: Gfx;
  readonly mode: FloatMode;
}

/** The number of registers that programs use. */
export const REGISTERS = 8;
/** The first register that programs use. */
export const FIRST_REGISTER = 8;

interface Source {
  readonly register: number;
  readonly part: RegisterPart;
  readonly neg: boolean;
  readonly abs: boolean;
}

function formatRegister(register: number): string {
  return `v${FIRST_REGISTER + register}`;
}

function pickSource(random: Random, part: RegisterPart, allowsAbs = true): Source {
  return {
    register: random.below(REGISTERS),
    part,
    neg: random.chance(30),
    abs: allowsAbs && random.chance(30),
  };
}

function formatSource({ register, neg, abs }: Source): string {
  const text = abs ? `|${formatRegister(register)}|` : formatRegister(register);
  return neg ? `-${text}` : text;
}

function readSource(source: Source, registers: Registers, lane: number, mode: FloatMode): number {
  return applySigns(readOperand(registers[source.register]![lane]!, source.part, mode), source);
}

function formatBits(name: string, bits: readonly boolean[]): string {
  return `${name}:[${bits.map(Number).join(',')}]`;
}

/** A modifier that selects the lane from which the first source is read. */
interface LaneMove {
  readonly text: string;
  readonly getSourceLane: (lane: number) => number;
}

const IN_PLACE: LaneMove = { text: '', getSourceLane: (lane) => lane };
const ALL_ROWS = 'row_mask:0xf bank_mask:0xf';

function pickMove(random: Random): LaneMove {
  const quad = Array.from({ length: 4 }, () => random.below(4));
  const distance = 1 + random.below(15);
  return random.pick([
    {
      text: `quad_perm:[${quad.join(',')}] ${ALL_ROWS}`,
      getSourceLane: (lane: number) => (lane & ~3) | quad[lane & 3]!,
    },
    { text: `row_mirror ${ALL_ROWS}`, getSourceLane: (lane: number) => lane ^ 15 },
    { text: `row_half_mirror ${ALL_ROWS}`, getSourceLane: (lane: number) => lane ^ 7 },
    {
      text: `row_ror:${distance} ${ALL_ROWS}`,
      getSourceLane: (lane: number) => (lane & ~15) | ((lane - distance) & 15),
    },
  ]);
}

/** Picks a lane move for a VOP3 instruction, which can have one only on GFX11 and later. */
function pickVop3Move({ random, gfx }: StepContext): LaneMove {
  return isAtLeast(gfx, 'gfx11') && random.chance(50) ? pickMove(random) : IN_PLACE;
}

function formatInstruction(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[],
): string {
  return [`${mnemonic} ${operands.join(', ')}`, ...modifiers.filter((word) => word !== '')].join(' ');
}

/** Makes a mixed-precision step. Sources are floats or halves. The result fills a register or one half of it. */
function makeMixStep(context: StepContext): Step {
  const { random, mode } = context;
  const [mnemonic, part] = random.pick([
    ['v_fma_mix_f32', 'whole'],
    ['v_fma_mixlo_f16', 'low'],
    ['v_fma_mixhi_f16', 'high'],
  ] as const);
  const sources = Array.from({ length: 3 }, () => pickSource(random, random.pick(['whole', 'low', 'high'])));
  const destination = random.below(REGISTERS);
  const move = pickVop3Move(context);
  const shouldClamp = random.chance(20);
  const halves = formatBits(
    'op_sel',
    sources.map((source) => source.part === 'high'),
  );
  const widths = formatBits(
    'op_sel_hi',
    sources.map((source) => source.part !== 'whole'),
  );
  return {
    text: formatInstruction(
      move === IN_PLACE ? mnemonic : `${mnemonic}_e64_dpp`,
      [formatRegister(destination), ...sources.map(formatSource)],
      [halves, widths, shouldClamp ? 'clamp' : '', move.text],
    ),
    destination,
    compute: (registers, lane) => {
      const [a, b, c] = sources.map((source, i) =>
        readSource(source, registers, i === 0 ? move.getSourceLane(lane) : lane, mode),
      );
      const sum = multiplyAndAdd(part === 'whole' ? 'single' : 'half', a!, b!, c!, mode);
      return writeResult(registers[destination]![lane]!, part, shouldClamp ? clamp(sum) : sum);
    },
  };
}

/** Makes a step that operates on two halves at once. `lists` selects the halves and signs for each result. */
function makePackedStep({ random, mode }: StepContext): Step {
  const [mnemonic, count] = random.pick([
    ['v_pk_fma_f16', 3],
    ['v_pk_add_f16', 2],
    ['v_pk_mul_f16', 2],
  ] as const);
  const registers = Array.from({ length: count }, () => random.below(REGISTERS));
  const bits = () => Array.from({ length: count }, () => random.chance(50));
  const lists = { low: { halves: bits(), signs: bits() }, high: { halves: bits(), signs: bits() } };
  const destination = random.below(REGISTERS);
  const shouldClamp = random.chance(20);
  const makeHalf = (half: 'low' | 'high', all: Registers, lane: number): number => {
    const { halves, signs } = lists[half];
    const [a, b, c] = registers.map((register, i) =>
      applySigns(readOperand(all[register]![lane]!, halves[i] ? 'high' : 'low', mode), {
        neg: signs[i]!,
        abs: false,
      }),
    );
    const sum =
      mnemonic === 'v_pk_add_f16'
        ? multiplyAndAdd('half', a!, 1, b!, mode)
        : multiplyAndAdd('half', a!, b!, c ?? -0, mode);
    return shouldClamp ? clamp(sum) : sum;
  };
  return {
    text: formatInstruction(
      mnemonic,
      [formatRegister(destination), ...registers.map(formatRegister)],
      [
        formatBits('op_sel', lists.low.halves),
        formatBits('op_sel_hi', lists.high.halves),
        formatBits('neg_lo', lists.low.signs),
        formatBits('neg_hi', lists.high.signs),
        shouldClamp ? 'clamp' : '',
      ],
    ),
    destination,
    compute: (all, lane) =>
      writeResult(writeResult(0, 'low', makeHalf('low', all, lane)), 'high', makeHalf('high', all, lane)),
  };
}

/**
 * Makes a step that multiplies two halves and adds a third, each selected by op_sel. It is fused, but GFX9 may round
 * the product before adding.
 */
function makeHalfStep(context: StepContext): Step {
  const { random, gfx, mode } = context;
  // v_mad_f16 is not modelled for products that are rounded towards zero.
  const isFused = gfx !== 'gfx9' || mode.toZero || random.chance(50);
  const mnemonic = isFused ? 'v_fma_f16' : 'v_mad_f16';
  const sources = Array.from({ length: 3 }, () => pickSource(random, random.pick(['low', 'high'])));
  const destination = random.below(REGISTERS);
  const part = random.pick(['low', 'high'] as const);
  const move = pickVop3Move(context);
  const shouldClamp = random.chance(20);
  const halves = [...sources.map((source) => source.part === 'high'), part === 'high'];
  return {
    text: formatInstruction(
      move === IN_PLACE ? mnemonic : `${mnemonic}_e64_dpp`,
      [formatRegister(destination), ...sources.map(formatSource)],
      [formatBits('op_sel', halves), shouldClamp ? 'clamp' : '', move.text],
    ),
    destination,
    compute: (registers, lane) => {
      const [a, b, c] = sources.map((source, i) =>
        readSource(source, registers, i === 0 ? move.getSourceLane(lane) : lane, mode),
      );
      const product = isFused ? undefined : multiplyAndAdd('half', a!, b!, -0, mode);
      const sum =
        product === undefined
          ? multiplyAndAdd('half', a!, b!, c!, mode)
          : multiplyAndAdd('half', product, 1, c!, mode);
      return writeResult(registers[destination]![lane]!, part, shouldClamp ? clamp(sum) : sum);
    },
  };
}

/** Makes a step that converts two floats to a pair of halves, always rounding towards zero. */
function makeConvertPairStep({ random, gfx, mode }: StepContext): Step {
  const sources = [pickSource(random, 'whole'), pickSource(random, 'whole')];
  const destination = random.below(REGISTERS);
  const mnemonic = isAtLeast(gfx, 'gfx11') ? 'v_cvt_pk_rtz_f16_f32' : 'v_cvt_pkrtz_f16_f32';
  return {
    text: formatInstruction(mnemonic, [formatRegister(destination), ...sources.map(formatSource)], []),
    destination,
    compute: (registers, lane) => {
      const [low, high] = sources.map((source) => toHalf(readSource(source, registers, lane, mode), true));
      return writeResult(writeResult(0, 'low', low!), 'high', high!);
    },
  };
}

/**
 * Returns the register after a 32-bit encoding writes its 16-bit result. The upper half is cleared on GFX9 and
 * preserved on later chips.
 */
function writeShortResult(gfx: Gfx, old: number, result: number): number {
  return writeResult(gfx === 'gfx9' ? 0 : old, 'low', result);
}

function makeConvertStep({ random, gfx, mode }: StepContext): Step {
  const destination = random.below(REGISTERS);
  const isWidening = random.chance(50);
  const source = { ...pickSource(random, isWidening ? 'low' : 'whole'), neg: false, abs: false };
  return {
    text: formatInstruction(
      isWidening ? 'v_cvt_f32_f16' : 'v_cvt_f16_f32',
      [formatRegister(destination), formatSource(source)],
      [],
    ),
    destination,
    compute: (registers, lane) => {
      const operand = readSource(source, registers, lane, mode);
      if (isWidening) return writeResult(0, 'whole', operand);
      return writeShortResult(gfx, registers[destination]![lane]!, toHalf(operand, mode.toZero));
    },
  };
}

function pickShortOperation(random: Random): readonly ['v_add_f16' | 'v_mul_f16', typeof multiplyAndAdd] {
  return random.pick([
    ['v_add_f16', (width, a, b, _, mode) => multiplyAndAdd(width, a, 1, b, mode)],
    ['v_mul_f16', (width, a, b, _, mode) => multiplyAndAdd(width, a, b, -0, mode)],
  ] as const satisfies readonly (readonly [string, typeof multiplyAndAdd])[]);
}

/** Makes an SDWA sum or product of halves. The result goes to one half; the other is either preserved or cleared. */
function makeSubwordStep({ random, mode }: StepContext): Step {
  const [mnemonic, operation] = pickShortOperation(random);
  const sources = Array.from({ length: 2 }, () => pickSource(random, random.pick(['low', 'high'])));
  const destination = random.below(REGISTERS);
  const part = random.pick(['low', 'high'] as const);
  const shouldPreserve = random.chance(50);
  const word = (which: RegisterPart) => (which === 'low' ? 'WORD_0' : 'WORD_1');
  return {
    text: formatInstruction(
      `${mnemonic}_sdwa`,
      [formatRegister(destination), ...sources.map(formatSource)],
      [
        `dst_sel:${word(part)}`,
        `dst_unused:${shouldPreserve ? 'UNUSED_PRESERVE' : 'UNUSED_PAD'}`,
        ...sources.map((source, i) => `src${i}_sel:${word(source.part)}`),
      ],
    ),
    destination,
    compute: (registers, lane) => {
      const [a, b] = sources.map((source) => readSource(source, registers, lane, mode));
      return writeResult(
        shouldPreserve ? registers[destination]![lane]! : 0,
        part,
        operation('half', a!, b!, 0, mode),
      );
    },
  };
}

/** Makes a DPP sum or product of halves, where the first operand comes from another lane. */
function makeLaneStep({ random, gfx, mode }: StepContext): Step {
  const [mnemonic, operation] = pickShortOperation(random);
  const sources = Array.from({ length: 2 }, () => pickSource(random, 'low'));
  const destination = random.below(REGISTERS);
  const move = pickMove(random);
  return {
    text: formatInstruction(
      `${mnemonic}_dpp`,
      [formatRegister(destination), ...sources.map(formatSource)],
      [move.text],
    ),
    destination,
    compute: (registers, lane) => {
      const [a, b] = sources.map((source, i) =>
        readSource(source, registers, i === 0 ? move.getSourceLane(lane) : lane, mode),
      );
      return writeShortResult(gfx, registers[destination]![lane]!, operation('half', a!, b!, 0, mode));
    },
  };
}

/** Picks a random step that the generation supports. SDWA exists only on GFX10.3 and earlier. */
export function pickStep(context: StepContext): Step {
  const makers = [
    makeMixStep,
    makePackedStep,
    makeHalfStep,
    makeConvertPairStep,
    makeConvertStep,
    makeLaneStep,
  ];
  if (!isAtLeast(context.gfx, 'gfx11')) makers.push(makeSubwordStep);
  return context.random.pick(makers)(context);
}
