import { type Program, UsageError } from '../../transactions/index.js';
import type { CorpusRecord, CorpusVariant } from '../corpus.js';
import { getAbi, getTableRegisters } from './abi.js';
import { type PushConstants, packPushConstants } from './memory.js';
import { getScratchRegisters } from './scratch.js';
import { EPILOG_LOW, getPushConstantsLow, getSetAddressLow, parseWord, parseWords } from './words.js';

/** Converts a corpus record to a scenario's program. */
export function programFromRecord(record: CorpusRecord): Program {
  const { epilog } = record;
  return {
    name: record.id,
    words: parseWords(record.instructions),
    ...(epilog === undefined
      ? {}
      : { epilog: { words: parseWords(epilog.instructions), address: getAbi(record).window + EPILOG_LOW } }),
    arguments: record.abi.args.map(({ name, file, reg, size }) => ({ name, file, register: reg, size })),
    inputs: record.abi.inputs.map(({ attr, name, how }) => ({ attribute: attr, name, flat: how === 'flat' })),
  };
}

/** Returns the record's first variant with the given sample count; throws `UsageError` if there is none. */
export function findVariant(record: CorpusRecord, samples: number): CorpusVariant {
  const variant = record.variants.find((candidate) => candidate.samples === samples);
  if (variant !== undefined) return variant;
  const counts = [...new Set(record.variants.map((candidate) => candidate.samples))].join(' or ');
  throw new UsageError(
    `Invalid sample count ${samples}: ${record.id} only has variants with a sample count of ${counts}`,
  );
}

/**
 * Returns the register values for draw number `draw` with the given variant of a record: those emitted by the driver,
 * plus the user data registers. Throws `UsageError` if the record needs user data that the corpus README does not
 * define.
 */
export function getRegisters(
  record: CorpusRecord,
  variant: CorpusVariant,
  constants: PushConstants,
  draw: number,
): Record<string, number> {
  const registers: Record<string, number> = {};
  for (const [name, text] of Object.entries({ ...record.regs, ...variant.regs }))
    registers[name] = parseWord(text);
  for (const [register, source] of Object.entries(variant.user_data ?? record.abi.user_data)) {
    const value = resolveUserData(source, constants, draw);
    if (value === undefined) {
      throw new UsageError(
        `Unknown user data "${source}" in ${record.id}: expected setN.lo, pc+N, pcbuf.lo, epilog.lo or a word like "0x1f"`,
      );
    }
    registers[`SPI_SHADER_USER_DATA_PS_${register.slice(1)}`] = value;
  }
  return { ...registers, ...getScratchRegisters(record), ...getTableRegisters(record) };
}

function resolveUserData(source: string, constants: PushConstants, draw: number): number | undefined {
  const set = /^set(\d+)\.lo$/.exec(source)?.[1];
  if (set !== undefined) return getSetAddressLow(Number(set));
  const byte = /^pc\+(\d+)$/.exec(source)?.[1];
  if (byte !== undefined) return packPushConstants(constants)[Number(byte) >> 2];
  if (source === 'pcbuf.lo') return getPushConstantsLow(draw);
  if (source === 'epilog.lo') return EPILOG_LOW;
  return /^0x[0-9a-f]{1,8}$/i.test(source) ? parseWord(source) : undefined;
}
