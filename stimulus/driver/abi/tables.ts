import {
  type ChipName,
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
} from '../../../arch/index.js';
import type { MemoryObject } from '../../../transactions/index.js';
import type { CorpusRecord } from '../../corpus.js';
import { CONSTANTS_ADDRESS, RINGS_LOW } from '../addresses.js';
import { createScratchMemory, getScratchRing } from '../scratch.js';
import { parseWord } from '../words.js';
import { createDriverObject, type DriverAbi } from './driver-abi.js';
import { PAL } from './pal.js';
import { RADV } from './radv.js';

type Argument = CorpusRecord['abi']['args'][number];

/** Returns the ABI of a record's user data: PAL's if PAL's table is an argument, otherwise RADV's. */
export function getAbi({ abi: { args } }: { readonly abi: Pick<CorpusRecord['abi'], 'args'> }): DriverAbi {
  return args.some(({ name }) => name === PAL.table) ? PAL : RADV;
}

/**
 * Returns the driver's table as an argument, located at the first user SGPR that the user data map gives it, or an
 * empty list if the map doesn't mention it.
 */
export function findMappedTables(userDataMap: readonly number[]): Argument[] {
  return [PAL, RADV].flatMap(({ table, mappedTable }): Argument[] => {
    const reg = mappedTable === undefined ? -1 : userDataMap.indexOf(mappedTable);
    return reg < 0 ? [] : [{ name: table, file: 's', reg, size: 1 }];
  });
}

/**
 * Returns the user data registers with the address of the driver's table, if the record uses scratch memory or reads
 * the table.
 */
export function getTableRegisters(record: CorpusRecord): Record<string, number> {
  const { upperWord } = getAbi(record);
  const table = findTableArgument(record);
  if (table === undefined || (getScratchRing(record) === undefined && !readsTable(record, table))) return {};
  const words = [RINGS_LOW, upperWord].slice(0, table.size);
  return Object.fromEntries(words.map((word, i) => [`SPI_SHADER_USER_DATA_PS_${table.reg + i}`, word]));
}

/** Creates scratch memory for `waves` concurrent waves, and the part of the driver's table that points to it. */
export function createScratchTable(record: CorpusRecord, waves: number): MemoryObject[] {
  const scratch = getScratchRing(record);
  if (scratch === undefined) return [];
  return [...getAbi(record).scratchTable({ record, scratch }), createScratchMemory(scratch, waves)];
}

/**
 * Creates the sample positions and the part of the driver's table that refers to them, if the program may read the
 * table.
 */
export function createSampleTable(record: CorpusRecord): MemoryObject[] {
  const table = findTableArgument(record);
  if (table === undefined || !readsTable(record, table)) return [];
  return getAbi(record).sampleTable({ record, scratch: getScratchRing(record) });
}

/** Creates memory for the constants next to the code, and for the code itself if the program may read it. */
export function createCodeMemory(record: CorpusRecord): MemoryObject[] {
  const readsCode = getCachedFact(record, 'reads its own code', ({ instructions }) =>
    instructions.some(({ mnemonic }) => mnemonic === 's_getpc_b64'),
  );
  const { constants = [] } = record;
  return [
    ...(readsCode
      ? [createDriverObject('code', 0, [...getWords(record), ...makePlaceholderWords(record)])]
      : []),
    ...(constants.length > 0
      ? [createDriverObject('constants', CONSTANTS_ADDRESS, constants.map(parseWord))]
      : []),
  ];
}

/**
 * Returns placeholders for the constants after a record's instructions; the record has their size but not their
 * values. Each word holds its distance from the end, so that if these are a jump table, its entries are distinct
 * and in range.
 */
function makePlaceholderWords(record: CorpusRecord): number[] {
  const words = Math.max(0, ((record.stats?.code_bytes ?? 0) >> 2) - getWords(record).length);
  return Array.from({ length: words }, (_, i) => words - 1 - i);
}

function findTableArgument({ abi: { args } }: CorpusRecord): Argument | undefined {
  return args.find(({ name, file }) => file === 's' && (name === PAL.table || name === RADV.table));
}

/** Whether, in code order, an instruction reads the address of the table before another one overwrites it. */
function readsTable(record: CorpusRecord, { reg, size }: Argument): boolean {
  const isTable = (register: number): boolean => register >= reg && register < reg + size;
  return getCachedFact(record, `reads a table of ${size} at ${reg}`, ({ instructions }) => {
    for (const { uses, defines } of instructions) {
      if (uses.scalars.some(isTable)) return true;
      if (defines.scalars.some(isTable)) return false;
    }
    return false;
  });
}

/**
 * Cached facts about a record's code, which would otherwise be recomputed for every scene. Only the facts are
 * cached, because caching the decoded code would keep it alive as long as the corpus.
 */
const facts = new WeakMap<CorpusRecord['instructions'], Map<string, boolean>>();

function getCachedFact(
  record: CorpusRecord,
  fact: string,
  compute: (program: DecodedProgram) => boolean,
): boolean {
  const { chip, wave, instructions } = record;
  let recordFacts = facts.get(instructions);
  if (recordFacts === undefined) {
    recordFacts = new Map();
    facts.set(instructions, recordFacts);
  }
  let cached = recordFacts.get(fact);
  if (cached === undefined) {
    cached = compute(decodeCached(getWords(record), getInstructionSet(chipOf(chip as ChipName)), wave));
    recordFacts.set(fact, cached);
  }
  return cached;
}

function getWords({ instructions }: CorpusRecord): number[] {
  return instructions.flatMap(({ words }) => words.map(parseWord));
}
