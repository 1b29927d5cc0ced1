import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
  INSTRUCTION_SETS,
  listMemoryRows,
  type MemorySpace,
} from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { labelBins } from '../dsl/bins.js';

/** The spaces of vector accesses. */
const SPACES = ['buffer', 'global', 'flat', 'scratch', 'lds'] as const satisfies readonly MemorySpace[];

/** The atomics that any instruction set has. */
const ATOMICS = [
  ...new Set(
    INSTRUCTION_SETS.flatMap(listMemoryRows).flatMap(({ atomic }) => (atomic === undefined ? [] : [atomic])),
  ),
];

/** What an instruction does: it loads, stores, or performs an atomic. */
const OPERATIONS = ['load', 'store', ...ATOMICS];

/** Bytes per lane. */
const WIDTHS = [1, 2, 4, 8, 12, 16] as const;

/** The classes of the first lane's value, each of which excludes the ones before it. */
const VALUES = ['zero', 'sign bit', 'all ones', 'NaN', 'equal halves', 'negative', 'positive'] as const;

/** How many lanes are active. */
const LANES = ['none', 'one', 'several', 'all'] as const;

const ROWS = INSTRUCTION_SETS.flatMap(listMemoryRows);

type MemoryRow = (typeof ROWS)[number];

/** Pairs each operation with the labels of the rows that have it. */
function pairOperations(getLabel: (row: MemoryRow) => string): readonly string[] {
  const pairs = ROWS.map((row) => `${row.atomic ?? row.access} ${getLabel(row)}`);
  return OPERATIONS.flatMap((operation) => [
    ...new Set(pairs.filter((pair) => pair.startsWith(`${operation} `))),
  ]);
}

/** The spaces and widths that any instruction has of each operation, such as `umin lds` and `umin 8`. */
const IN_SPACE = pairOperations(({ format, segment }) =>
  format === 'ds' ? 'lds' : (segment ?? (format === 'mubuf' ? 'buffer' : '')),
).filter((pair) => SPACES.some((space) => pair.endsWith(` ${space}`)));
const OF_WIDTH = pairOperations(({ bytes }) => `${bytes}`);

/** The position of each pair in a list, by operation and label; -1 if it has none. */
function indexPairs(pairs: readonly string[], labels: readonly unknown[]): readonly (readonly number[])[] {
  return OPERATIONS.map((operation) => labels.map((label) => pairs.indexOf(`${operation} ${label}`)));
}

const SPACE_PAIRS = indexPairs(IN_SPACE, SPACES);
const WIDTH_PAIRS = indexPairs(OF_WIDTH, WIDTHS);

/**
 * The memory instructions of pixel waves, and the values that they meet: what a load or atomic reads, and what a store
 * writes, in the first active lane. The weight is 0 because only nightly runs draw all of them.
 */
export const memoryOperations = covergroup({
  name: 'memory-operations',
  version: 1,
  text: "Memory instructions of pixel waves and the values they meet. Does not count towards a run's percentage.",
  statements: ['S-085', 'S-100', 'P-121'],
  weight: 0,
  points: {
    operation: { text: 'What the instruction does.', bins: labelBins(OPERATIONS) },
    space: { text: 'Where the accessed bytes are.', bins: labelBins(SPACES) },
    width: { text: 'Bytes per lane.', bins: labelBins(WIDTHS.map(String)) },
    lanes: { text: 'How many lanes are active.', bins: labelBins(LANES) },
    inSpace: { text: 'What the instruction does, and where.', bins: labelBins(IN_SPACE) },
    ofWidth: { text: 'What the instruction does, with how many bytes per lane.', bins: labelBins(OF_WIDTH) },
    value: { text: "The first lane's value, of which 64 bits count at most.", bins: labelBins(VALUES) },
  },
  crosses: [
    { text: 'Values of each operation.', of: ['operation', 'value'] },
    { text: 'Active lanes in each space.', of: ['space', 'lanes'] },
  ],
  monitor({ sampler, table, facts, scenario }) {
    const { values, point } = sampler;
    /** The values of `operation`, `space`, `width` and `lanes` of each outstanding access, in base 64. */
    const outstanding = table.perTest(new Map<number, number>());
    /** The first active lane of each outstanding access. */
    const firstLanes = table.perTest(new Map<number, number>());
    let programs: readonly DecodedProgram[] = [];
    return {
      begin() {
        const { chip, wave, programs: all } = scenario();
        const set = getInstructionSet(chipOf(chip));
        programs = all.map(({ words, epilog }) => decodeCached(words, set, wave, epilog));
      },
      'memory-issued'({ wave, access, pc, space, bytes, lanesLo, lanesHi }) {
        const draw = scenario().draws[facts.draw.get(wave)];
        const program = draw && programs[draw.program];
        const operation = program?.instructions[program.indexByPc[pc >> 2]!]?.memory;
        const where = SPACES.indexOf(space as (typeof SPACES)[number]);
        const width = WIDTHS.indexOf(bytes as (typeof WIDTHS)[number]);
        if (operation === undefined || where < 0 || width < 0) return;
        const name = OPERATIONS.indexOf(operation.atomic ?? operation.access);
        if (name < 0) return;
        const lanes = classifyLanes(lanesLo, lanesHi, scenario().wave);
        outstanding.set(access, ((name * 64 + where) * 64 + width) * 64 + lanes);
        firstLanes.set(access, findFirstLane(lanesLo, lanesHi));
      },
      'memory-performed'({ access, data }) {
        const packed = outstanding.get(access);
        if (packed === undefined) return;
        outstanding.delete(access);
        const lane = firstLanes.get(access)!;
        values[point.operation] = packed >> 18;
        values[point.space] = (packed >> 12) & 63;
        values[point.width] = (packed >> 6) & 63;
        values[point.lanes] = packed & 63;
        values[point.inSpace] = SPACE_PAIRS[packed >> 18]![values[point.space]!]!;
        values[point.ofWidth] = WIDTH_PAIRS[packed >> 18]![values[point.width]!]!;
        const isWide = WIDTHS[values[point.width]!]! >= 8;
        values[point.value] = classifyValue(data[lane]!, isWide ? data[64 + lane]! : undefined);
        sampler.sample();
      },
    };
  },
});

function findFirstLane(low: number, high: number): number {
  if (low !== 0) return 31 - Math.clz32(low & -low);
  return high === 0 ? 0 : 63 - Math.clz32(high & -high);
}

function classifyLanes(low: number, high: number, wave: number): number {
  if (low === 0 && high === 0) return LANES.indexOf('none');
  if (low === -1 && (wave === 32 || high === -1)) return LANES.indexOf('all');
  const isOne = low === 0 ? (high & (high - 1)) === 0 : high === 0 && (low & (low - 1)) === 0;
  return LANES.indexOf(isOne ? 'one' : 'several');
}

/** Returns the class of a word, or of two words, low word first. */
function classifyValue(low: number, high: number | undefined): number {
  const [top, rest] = high === undefined ? [low, 0] : [high, low];
  const infinity = high === undefined ? 0x7f800000 : 0x7ff00000;
  const magnitude = top & 0x7fffffff;
  const isEqual = high === undefined ? low >>> 16 === (low & 0xffff) : low === high;
  if (top === 0 && rest === 0) return VALUES.indexOf('zero');
  if (top === -0x80000000 && rest === 0) return VALUES.indexOf('sign bit');
  if (low === -1 && top === -1) return VALUES.indexOf('all ones');
  if (magnitude > infinity || (magnitude === infinity && rest !== 0)) return VALUES.indexOf('NaN');
  if (isEqual) return VALUES.indexOf('equal halves');
  return VALUES.indexOf(top < 0 ? 'negative' : 'positive');
}
