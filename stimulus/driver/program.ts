import type { Program } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { setAddressLow } from './memory.js';
import { parseWord } from './words.js';

/** Push constants of the corpus' shaders by name (corpus README, "Initial state of a wave"). */
export interface PushConstants {
  readonly k: number;
  readonly primBase: number;
  readonly width: number;
  readonly flags: number;
  /** Bits of the float. */
  readonly alpha: number;
  readonly count: number;
}

const PUSH_CONSTANT_ORDER = ['k', 'primBase', 'width', 'flags', 'alpha', 'count'] as const;

/** A corpus record as a scenario's program. */
export function programOf(record: CorpusRecord): Program {
  return {
    name: record.id,
    words: record.instructions.flatMap((instruction) => instruction.words.map(parseWord)),
    arguments: record.abi.args.map(({ name, file, reg, size }) => ({ name, file, register: reg, size })),
    inputs: record.abi.inputs.map(({ attr, name, how }) => ({ attribute: attr, name, flat: how === 'flat' })),
  };
}

/**
 * Register values of a draw with the record's variant for `samples`: what the driver emitted, and the user data
 * registers filled from descriptor sets and push constants. Throws when the record has no such variant, or wants
 * user data that only programs with epilogs or scratch have.
 */
export function registersOf(
  record: CorpusRecord,
  samples: number,
  constants: PushConstants,
): Record<string, number> {
  const variant = record.variants.find((v) => v.samples === samples);
  if (variant === undefined) throw new Error(`${record.id} has no variant with ${samples} samples`);
  const registers: Record<string, number> = {};
  for (const [name, text] of Object.entries({ ...record.regs, ...variant.regs }))
    registers[name] = parseWord(text);
  for (const [register, source] of Object.entries(variant.user_data ?? record.abi.user_data)) {
    registers[`SPI_SHADER_USER_DATA_PS_${register.slice(1)}`] = userData(record, source, constants);
  }
  return registers;
}

function userData(record: CorpusRecord, source: string, constants: PushConstants): number {
  const set = /^set(\d+)\.lo$/.exec(source);
  if (set !== null) return setAddressLow(Number(set[1]));
  const constant = /^pc\+(\d+)$/.exec(source);
  const name = constant === null ? undefined : PUSH_CONSTANT_ORDER[Number(constant[1]) >> 2];
  if (name !== undefined) return constants[name] >>> 0;
  if (/^(0x)?[0-9a-f]+$/.test(source)) return parseWord(source);
  throw new Error(`${record.id} wants user data ${source}, which no sequence supplies`);
}
