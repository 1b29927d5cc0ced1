import { type ChipName, chipOf, countScalars, HWREG, type WaveSize } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { computeNewestField, computeWaveId } from '../../rtl-model/db/wave-ids.js';
import { PollLoop } from '../../rtl-model/sq/poll-loop.js';
import { Wave } from '../../rtl-model/wave.js';
import { programFromRecord } from '../../stimulus/driver/program.js';
import { createGoldenProgram } from '../../stimulus/index.js';
import { defaultKnobs, type Program } from '../../transactions/index.js';
import { type EntryCode, findEntryCode, runEntry } from '../support/entry-code.js';

/** A row of the table in pops.md 5.4. */
interface Example {
  readonly name: string;
  readonly gfx: 'gfx9' | 'gfx10' | 'any';
  readonly current: number;
  /** The collision argument's newest field. */
  readonly field: number;
  /** The id that the field denotes, or undefined if the field is invalid. */
  readonly newest: number | undefined;
  readonly offset: number;
  readonly N: number;
  readonly polls: readonly { readonly exiting: number; readonly E: number; readonly enters: boolean }[];
}

const waiting = (exiting: number, E: number) => ({ exiting, E, enters: false });
const entering = (exiting: number, E: number) => ({ exiting, E, enters: true });

function makeExample(
  name: string,
  gfx: Example['gfx'],
  [current, field, newest]: readonly [current: number, field: number, newest: number | undefined],
  [offset, N]: readonly [offset: number, N: number],
  polls: Example['polls'],
): Example {
  return { name, gfx, current, field, newest, offset, N, polls };
}

const EXAMPLES: readonly Example[] = [
  makeExample('W1', 'gfx10', [5, 3, 3], [0xfffffffa, 0xfffffffd], [waiting(3, 0xfffffffd)]),
  makeExample('W2', 'gfx10', [5, 3, 3], [0xfffffffa, 0xfffffffd], [entering(4, 0xfffffffe)]),
  makeExample('W3', 'gfx10', [2, 1020, 1020], [0xfffffffd, 0x3f9], [waiting(1020, 0x3f9)]),
  makeExample('W4', 'gfx10', [2, 1020, 1020], [0xfffffffd, 0x3f9], [entering(1021, 0x3fa)]),
  makeExample('W5', 'gfx10', [2, 1020, 1020], [0xfffffffd, 0x3f9], [entering(0, 0xfffffffd)]),
  makeExample(
    'W6',
    'gfx10',
    [0, 1023, 1023],
    [0xffffffff, 0x3fe],
    [waiting(1023, 0x3fe), entering(0, 0xffffffff)],
  ),
  makeExample('W7', 'gfx10', [1000, 1001, 1001], [0xfffffc17, 0], [waiting(1001, 0), entering(1002, 1)]),
  makeExample('W8', 'any', [5, 3, 3], [0xfffffffa, 0xfffffffd], [waiting(6, 0)]),
  makeExample(
    'W9',
    'any',
    [5, 5, undefined],
    [0xfffffffa, 0xffffffff],
    [waiting(5, 0xffffffff), waiting(6, 0)],
  ),
  makeExample(
    'W10',
    'gfx9',
    [2, 1019, 1020],
    [0xfffffffd, 0x3f9],
    [waiting(1020, 0x3f9), entering(1021, 0x3fa)],
  ),
  makeExample(
    'W11',
    'gfx9',
    [0, 1022, 1023],
    [0xffffffff, 0x3fe],
    [waiting(1023, 0x3fe), entering(0, 0xffffffff)],
  ),
  makeExample('W12', 'gfx9', [5, 3, 3], [0xfffffffa, 0xfffffffd], [entering(4, 0xfffffffe)]),
];

/** Bits of the collision argument that none of these generations use (pops.md 5.1). */
const UNUSED_BITS = 0x4c00fc00;

const PACKER = 1;

const corpus = openCorpus();

interface Source {
  readonly name: string;
  readonly chip: ChipName;
  readonly code: EntryCode;
}

function makeSource(chip: ChipName, wave: WaveSize, label: string, program: Program): Source {
  return {
    name: `${label} on ${chip} in wave${wave}`,
    chip,
    code: findEntryCode(program, chipOf(chip).gfx, wave),
  };
}

const SOURCES: readonly Source[] = (['vega10', 'navi10', 'navi21'] as const).flatMap((chip) =>
  chipOf(chip).waveSizes.flatMap((wave) => {
    const record = corpus
      .records(chip, wave)
      .find(({ shader, epilog }) => shader === 'rmw_buffer' && !epilog)!;
    const golden = createGoldenProgram(chipOf(chip).gfx, wave, 0);
    return [
      makeSource(chip, wave, 'rmw_buffer', programFromRecord(record)),
      makeSource(chip, wave, 'the golden list', golden),
    ];
  }),
);

function appliesTo({ gfx }: Example, chip: ChipName): boolean {
  return gfx === 'any' || (gfx === 'gfx9') === (chipOf(chip).gfx === 'gfx9');
}

function getCollisionArgument({ current, field }: Example): number {
  return (0x80000000 | (PACKER << 28) | (field << 16) | current) >>> 0;
}

describe.each(SOURCES)('the entry code of $name', ({ chip, code }) => {
  const rows = EXAMPLES.filter((row) => appliesTo(row, chip));

  it.each(rows)('matches example $name in pops.md 5.4', (row) => {
    for (const unused of [0, UNUSED_BITS]) {
      for (const { exiting, E, enters } of row.polls) {
        const argument = (getCollisionArgument(row) | unused) >>> 0;
        const { hasEntered, polls } = runEntry(code, argument, exiting);
        expect(polls[0]).toEqual({ offset: row.offset, newest: row.N, exiting: E });
        expect(hasEntered).toBe(enters);
        expect(polls.length > 1).toBe(!enters);
        expect(new Set(polls.map((poll) => JSON.stringify(poll))).size).toBe(1);
      }
    }
  });

  it('selects its packer before polling, and does neither if there is no overlap', () => {
    const argument = getCollisionArgument(rows[0]!);
    const afterPoll = runEntry(code, argument, 0).state.hw;
    if (chipOf(chip).gfx === 'gfx9') expect((afterPoll[HWREG.MODE]! >>> 24) & 3).toBe(PACKER + 1);
    else expect(afterPoll[HWREG.POPS_PACKER]).toBe(PACKER * 2 + 1);
    const withoutOverlap = runEntry(code, argument & 0x7fffffff, 0);
    expect([withoutOverlap.hasEntered, withoutOverlap.polls.length]).toEqual([true, 0]);
    expect([withoutOverlap.state.hw[HWREG.MODE], withoutOverlap.state.hw[HWREG.POPS_PACKER]]).toEqual([0, 0]);
  });
});

/** The sequence number of the example's wave within its packer. */
const SEQUENCE = 2000;

/** Returns freedoms under which wave `SEQUENCE` has the example's id. */
function makeKnobs({ current }: Example) {
  return { ...defaultKnobs(), idStart: (current + 2048 - SEQUENCE) % 1024 };
}

describe("the model's wave ids", () => {
  const legalExamples = EXAMPLES.filter(({ newest }) => newest !== undefined);

  it.each(legalExamples)('match the ids and the newest field of example $name', (row) => {
    const distance = (row.current - row.newest! + 1024) % 1024;
    const freedoms = makeKnobs(row);
    expect(computeWaveId(freedoms, SEQUENCE)).toBe(row.current);
    expect(computeWaveId(freedoms, SEQUENCE - distance)).toBe(row.newest);
    const generations = row.gfx === 'any' ? (['gfx9', 'gfx10', 'gfx10.3'] as const) : [row.gfx];
    for (const gfx of generations) expect(computeNewestField(gfx, row.newest!, row.current)).toBe(row.field);
  });
});

describe.each(SOURCES)('a wave parked in the entry code of $name', ({ chip, code }) => {
  /** All but W8, which describes a wave that has itself exited. */
  const rows = EXAMPLES.filter((row) => appliesTo(row, chip) && row.name !== 'W8');

  it.each(rows)('stays until the newest wave of example $name has exited', (row) => {
    const distance = row.newest === undefined ? 1 : (row.current - row.newest + 1024) % 1024;
    const { program, sleep } = code;
    const wave = new Wave(0);
    wave.sequence = SEQUENCE;
    wave.section.packerEnabled = true;
    wave.state = runEntry(code, getCollisionArgument(row), row.newest ?? row.current).state;
    const loop = new PollLoop(makeKnobs(row), program.wave, countScalars(program));
    const newest = SEQUENCE - distance;
    const plan = loop.plan(wave, program, sleep.index, sleep.index + 1, newest);
    expect(plan?.target).toBe(row.newest === undefined ? Number.POSITIVE_INFINITY : newest + 1);
  });
});
