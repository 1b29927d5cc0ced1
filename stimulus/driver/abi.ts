import {
  type ChipName,
  chipOf,
  type DecodedProgram,
  decodeCached,
  factsOf,
  type Gfx,
  getGenerationEntry,
  getInstructionSet,
  SAMPLE_POSITIONS,
  type SinceGeneration,
} from '../../arch/index.js';
import type { MemoryObject } from '../../transactions/index.js';
import type { CorpusRecord } from '../corpus.js';
import { plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import { createScratchMemory, getScratchRing, type ScratchRing } from './scratch.js';
import { CONSTANTS_ADDRESS, parseWord, parseWords, RINGS_LOW, toFloatBits, WINDOW } from './words.js';

/** What a driver provides to every pixel shader, in addition to the shader's descriptors. */
export interface DriverAbi {
  /** The name of the argument that holds the address of the driver's internal table. */
  readonly table: string;
  /**
   * The 48-bit address, with lower 32 bits of 0, that supplies the upper 16 bits of addresses whose lower 32 bits are
   * passed in user data: those of descriptor sets, copies of push constants and epilogs.
   */
  readonly window: number;
  /** The upper word of those addresses, as programs load it into a register. */
  readonly upperWord: number;
  /** Creates the part of the table that points to scratch memory, if any, but not the scratch memory itself. */
  readonly scratchTable: (gfx: Gfx, scratch: ScratchRing) => MemoryObject[];
  /** Creates the part of the table for sample positions, and the positions themselves. */
  readonly sampleTable: (gfx: Gfx) => MemoryObject[];
}

/**
 * Returns the float bits of all sample positions: x, then y, from 0 to 1, measured from the corner of the pixel. The
 * positions for one sample come first, then those for 2, 4, 8 and 16.
 */
function getSamplePositionWords(): number[] {
  return Object.values(SAMPLE_POSITIONS).flatMap((positions) =>
    positions.flatMap((position) => position.map((sixteenths) => toFloatBits(sixteenths / 16))),
  );
}

/**
 * The byte offset of the cache line, in the driver's table, that contains the sample positions or their descriptor.
 * Memory objects are aligned to cache lines, so the object with that part of the table starts here.
 */
const SAMPLES_LINE_OFFSET = 0x80;

function createTablePart(
  name: string,
  table: number,
  offset: number,
  words: readonly number[],
): MemoryObject {
  const padding = new Array<number>((offset - SAMPLES_LINE_OFFSET) / 4).fill(0);
  return createDriverObject(name, table + SAMPLES_LINE_OFFSET, [...padding, ...words]);
}

/** Creates a driver-owned memory object, which no program writes. */
export function createDriverObject(name: string, address: number, initial: readonly number[]): MemoryObject {
  return plainBuffer({ name, address }, initial.length * 4, { initial });
}

/** The table entry with the sample position descriptor; entries have four dwords (LLPC, SiDrvTableSamplepos). */
const SAMPLES_ENTRY = 12;
const ENTRY_BYTES = 16;

/** The low word of the sample positions' address. */
const POSITIONS_LOW = RINGS_LOW + 0x1000;

/**
 * Returns the first words of the descriptor of scratch memory, with SWIZZLE_ENABLE and a stride of 0 above its base.
 * Programs that only need the 48-bit address add 0x7fff0000 to the second, which sets its upper half to 0xffff (ACO).
 */
function addSwizzle(address: number): number[] {
  return [address % 2 ** 32, (Math.floor(address / 2 ** 32) + 0x80000000) >>> 0];
}

/**
 * The descriptor's last word. It uses the lane as the index, with 64 lanes per block; for wave32, compilers clear
 * one bit (LLVM, SIFrameLowering).
 */
const LAST_WORD: SinceGeneration<number> = {
  gfx9: 0x00e00000,
  gfx10: 0x31e16000,
};

/**
 * PAL's ABI as LLVM implements it. `global_table` is the low word of an address that shares its high word with the
 * code. Table entry 0 describes scratch memory on hardware that does not load the scratch base itself.
 */
export const PAL: DriverAbi = {
  table: 'global_table',
  window: 0,
  upperWord: 0,
  scratchTable: (gfx, { address }) => {
    if (factsOf(gfx).hardwareScratchBase) return [];
    const words = [...addSwizzle(address), 0xffffffff, getGenerationEntry(LAST_WORD, gfx)];
    return [createDriverObject('global_table', RINGS_LOW, words)];
  },
  sampleTable: (gfx) => {
    const positions = createDriverObject('sample_positions', POSITIONS_LOW, getSamplePositionWords());
    const descriptor = rawBufferDescriptor(gfx, POSITIONS_LOW, positions.bytes);
    return [createTablePart('sample_table', RINGS_LOW, SAMPLES_ENTRY * ENTRY_BYTES, descriptor), positions];
  },
};

/**
 * The byte offset of the sample positions in the table, after eleven ring descriptors (Mesa,
 * RING_PS_SAMPLE_POSITIONS).
 */
const SAMPLES_OFFSET = 0xb0;

/**
 * The ABI of RADV and of Mesa objects compiled by LLVM. `ring_offsets` is a full address: dwords 0 and 1 of its table
 * are the scratch base, and sample positions are pairs of floats starting at byte 0xb0, so those for four samples start
 * at 0xc8 (corpus README, `ring_offsets`).
 */
export const RADV: DriverAbi = {
  table: 'ring_offsets',
  window: WINDOW,
  upperWord: 0xffff8000,
  scratchTable: (_, { address }) => [createDriverObject('rings', WINDOW + RINGS_LOW, addSwizzle(address))],
  sampleTable: () => [
    createTablePart('sample_positions', WINDOW + RINGS_LOW, SAMPLES_OFFSET, getSamplePositionWords()),
  ],
};

type Argument = CorpusRecord['abi']['args'][number];

/** Returns the ABI of a record's user data: PAL's if PAL's table is an argument, otherwise RADV's. */
export function getAbi({ abi: { args } }: { readonly abi: Pick<CorpusRecord['abi'], 'args'> }): DriverAbi {
  return args.some(({ name }) => name === PAL.table) ? PAL : RADV;
}

/** The key of the table's address in the user data map of PAL's objects. */
const MAPPED_TABLE = 0x10000000;

/**
 * Returns the driver's table as an argument, located at the first user SGPR that the user data map gives it, or an
 * empty list if the map doesn't mention it.
 */
export function findMappedTables(userDataMap: readonly number[]): Argument[] {
  const reg = userDataMap.indexOf(MAPPED_TABLE);
  return reg < 0 ? [] : [{ name: PAL.table, file: 's', reg, size: 1 }];
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
  return [...getAbi(record).scratchTable(record.gfx, scratch), createScratchMemory(scratch, waves)];
}

/**
 * Creates the sample positions and the part of the driver's table that refers to them, if the program may read the
 * table.
 */
export function createSampleTable(record: CorpusRecord): MemoryObject[] {
  const table = findTableArgument(record);
  if (table === undefined || !readsTable(record, table)) return [];
  return getAbi(record).sampleTable(record.gfx);
}

/** Creates memory for the constants next to the code, and for the code itself if the program may read it. */
export function createCodeMemory(record: CorpusRecord): MemoryObject[] {
  const readsCode = getCachedFact(record, 'reads its own code', ({ instructions }) =>
    instructions.some(({ mnemonic }) => mnemonic === 's_getpc_b64'),
  );
  const { constants = [] } = record;
  return [
    ...(readsCode
      ? [createDriverObject('code', 0, [...parseWords(record.instructions), ...makePlaceholderWords(record)])]
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
  const words = Math.max(0, ((record.stats?.code_bytes ?? 0) >> 2) - parseWords(record.instructions).length);
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
  const recordFacts = facts.get(instructions) ?? new Map<string, boolean>();
  facts.set(instructions, recordFacts);
  const cached = recordFacts.get(fact);
  if (cached !== undefined) return cached;
  const set = getInstructionSet(chipOf(chip as ChipName));
  const value = compute(decodeCached(parseWords(instructions), set, wave));
  recordFacts.set(fact, value);
  return value;
}
