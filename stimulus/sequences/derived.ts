import type { Chip, WaveSize } from '../../arch/index.js';
import { assembleProgram, chipOf, decodeCached, factsOf, getMaxWaveRows } from '../../arch/index.js';
import {
  type ComputeWork,
  type KnobValues,
  type MemoryObject,
  type Program,
  type RandomStream,
  type Scenario,
  setting,
} from '../../transactions/index.js';
import { computeSpreadBytes, getGroupWords } from '../background/group-text.js';
import { pickCompetingWorkItems } from '../background/pick-background.js';
import { withFields } from '../driver/draw-registers.js';
import { withScratchMemory } from '../driver/scratch.js';
import { deriveStream, pick } from '../kit/chance.js';
import { rawBufferDescriptor } from '../kit/draws.js';
import { chipsWith, derivedSequence } from '../kit/test.js';
import { claim, LAYERS, WAVES_OVERLAP } from '../sequence.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { busyExit } from './corpus-variants.js';
import { evenPrograms } from './generated.js';
import { intrawaveLanes, intrawaveLayers, intrawaveSamples, stackedQuads } from './intrawave.js';
import { slowOwner } from './slow-owner.js';

/** Values for the largest id. They are small so that a test can use all ids. */
const WRAPS = [7, 7, 15, 31] as const;

/**
 * The wave reported as newest when a wave overlaps only itself. Usually this is the last wave to exit, which may be a
 * full id space behind (U4).
 */
const NEWEST_CHOICES = ['last-exited', 'last-exited', 'previous'] as const;

/** What fills the window: either nothing beyond the programs themselves, or slow exits. */
const CAUSES: readonly Partial<KnobValues>[] = [
  {},
  { packers: 1, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
];

/** Runs tests with windows that span the whole id space: all ids but one may be in flight. */
export const wideWindows = derivedSequence({
  name: 'wide_windows',
  text: 'id windows that span the whole id space, filled by younger waves or by multi-layer waves',
  // On GFX9, an id that has wrapped all the way around cannot be told apart from the wave's own (pops.md 5.4).
  chips: chipsWith(({ newestIdOffByOne }) => !newestIdOffByOne),
  claims: [claim('the window runs out of ids', 20, 'hang-margins/window/last id')],
  bases: [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads],
  knobs: (seed) => {
    const stream = deriveStream(seed, 'wrap');
    const idWrap = pick(stream, WRAPS);
    const intrawaveNewest = setting('intrawaveNewest', pick(stream, NEWEST_CHOICES));
    return { ...pick(stream, CAUSES), idWrap, idWindow: idWrap, intrawaveNewest };
  },
});

/** The total number of background work items, geometry and compute combined. */
const WORK_ITEMS = 3;

/**
 * Runs the tests of other sequences with background work. The compute work is made uneven in several ways: every other
 * wave in a group ends while the rest wait at the barrier; M0 and EXEC change right after GDS accesses; some LDS
 * accesses cross the end of the group's allocation; and a wave's output spans three cache lines.
 */
export const unevenGroups = derivedSequence({
  name: 'uneven_groups',
  text: 'other tests alongside background work-groups where some waves end while others wait at a barrier',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: ['F261'],
  bases: [...CORPUS_SEQUENCES, slowOwner],
  change: (scenario, { seed, knobs }) => {
    const { wave, freedoms, memory } = scenario;
    const chip = chipOf(scenario.chip);
    const competition = pickCompetingWorkItems(seed, { chip, wave, freedoms }, WORK_ITEMS);
    const { works, outputs } = competition.background;
    const unevenWorks = works.map((work, i) => {
      const output = competition.memory.find(({ name }) => name === outputs[i])!;
      return work.kind === 'compute' ? makeUneven(chip, wave, work, output) : { work, output };
    });
    const resized = new Map(unevenWorks.map(({ output }) => [output.name, output]));
    return {
      ...scenario,
      freedoms: { ...freedoms, ...competition.knobs, ...knobs },
      memory: [...memory, ...competition.memory.map((object) => resized.get(object.name) ?? object)],
      background: { works: unevenWorks.map(({ work }) => work), outputs },
    };
  },
});

/**
 * Runs the same tests with one export bus, on which waves of all kinds meet because nothing delays them. So positions,
 * colours, parameters and data share accesses wait for one another (P-084).
 */
export const sharedBus = derivedSequence({
  name: 'shared_bus',
  text: 'other tests in which exports of geometry waves, pixel waves and data share accesses wait for the only bus',
  chips: chipsWith(({ exportsParameters, hasGlobalShare }) => exportsParameters && hasGlobalShare),
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  bases: [unevenGroups],
  knobs: () => ({
    exportBuses: 1,
    waveSlots: 1024,
    launchLatency: [1, 4],
    ldsLatency: [1, 1],
    loadLatency: [20, 20],
    scalarLatency: [10, 10],
  }),
});

/** Returns the work with the program for corner cases, and its output with the size that this program needs. */
function makeUneven({ gfx }: Chip, wave: WaveSize, work: ComputeWork, memory: MemoryObject) {
  const [width, height, depth] = work.groupSize;
  const localDwords = width * height * depth;
  const output = { ...memory, bytes: computeSpreadBytes(wave, localDwords * work.groups) };
  const descriptor = rawBufferDescriptor(gfx, output.address, output.bytes);
  const gdsWords = factsOf(gfx).hasGlobalShare ? getGroupWords(gfx, wave, true) : undefined;
  const words = getGroupWords(gfx, wave, work.words === gdsWords, true);
  const userData = [...descriptor, ...work.userData.slice(descriptor.length)];
  return { work: { ...work, localDwords, words, userData }, output };
}

/** The RSRC1.VGPRS value for 256 registers, by wave size. */
const ALL_VGPRS = { 32: 31, 64: 63 } as const;

/**
 * Runs waves that fill a file of vector or, on GFX9, scalar registers, or LDS, so that allocations barely fit, and that
 * release their vector registers early where they can (P-036, P-065 to P-067, P-119).
 */
export const fullFiles = derivedSequence({
  name: 'full_files',
  text: 'other tests, in which a few waves fill the vector registers, the scalar registers or the LDS',
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  bases: [slowOwner, stackedQuads, busyExit],
  change: (scenario, { seed, knobs }) => {
    const { chip, wave, freedoms } = scenario;
    const ldsBytes = factsOf(chipOf(chip).gfx).extraLdsUnitBytes;
    // Seven waves fill GFX9's SGPRs, and three with parameters a processor's LDS.
    const [limits, fields] = pick(deriveStream(seed, 'file'), [
      [{ registerRows: getMaxWaveRows(chipOf(chip)) }, { 'SPI_SHADER_PGM_RSRC1_PS.VGPRS': ALL_VGPRS[wave] }],
      [{ waveSlots: 1024, launchLatency: [1, 4] }, { 'SPI_SHADER_PGM_RSRC1_PS.SGPRS': 13 }],
      [{}, { 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': 0x4000 / ldsBytes }],
    ] as const);
    const programs = scenario.programs.map((program) => withEarlyRelease(program, scenario));
    return withFields(
      { ...scenario, programs, freedoms: { ...freedoms, ...limits, ...knobs } },
      () => fields,
    );
  },
});

/** Returns a program that ends with its last instruction, after it has released its vector registers. */
function withEarlyRelease(program: Program, { chip }: Scenario): Program {
  const { gfx } = chipOf(chip);
  if (!factsOf(gfx).deallocatesVgprs) return program;
  const release = assembleProgram('s_nop 0\ns_sendmsg sendmsg(MSG_DEALLOC_VGPRS)', gfx);
  return { ...program, words: [...program.words.slice(0, -1), ...release, ...program.words.slice(-1)] };
}

/** The number of values that a scalar instruction's immediate can have. */
const IMMEDIATES = 0x10000;

/**
 * Runs the tests of other sequences with random immediates in their event waits. Only one bit matters (S-055), and it
 * differs between GFX11 and GFX12, so each generation is tested with the other's bit both set and clear.
 */
export const eventImmediates = derivedSequence({
  name: 'event_immediates',
  text: 'other shaders, with arbitrary values in the unused bits of their event waits',
  chips: chipsWith(({ eventWait }) => eventWait !== undefined),
  claims: [WAVES_OVERLAP],
  bases: [...CORPUS_SEQUENCES, evenPrograms],
  change: (scenario, { seed }) => {
    const stream = deriveStream(seed, 'immediates');
    return {
      ...scenario,
      programs: scenario.programs.map((program) => withRandomImmediates(program, scenario, stream)),
    };
  },
});

function withRandomImmediates(program: Program, { chip, wave }: Scenario, stream: RandomStream): Program {
  const { gfx } = chipOf(chip);
  const { bit } = factsOf(gfx).eventWait!;
  const words = [...program.words];
  for (const { kind, pc } of decodeCached(words, gfx, wave, program.epilog).instructions) {
    const position = pc >> 2;
    if (kind !== 'wait-event' || position >= words.length) continue;
    words[position] = (words[position]! ^ (stream.below(IMMEDIATES) & ~bit)) >>> 0;
  }
  return { ...program, words };
}

const SCRATCH_RING = { address: 2 * 2 ** 32, bytesPerWave: 1024 };

/**
 * Runs waves that receive every scalar argument the hardware can load. The scratch offset follows the intrawave
 * argument (pops.md 5.3).
 */
export const intrawavePrivate = derivedSequence({
  name: 'intrawave_private',
  text: 'multi-layer waves that use private memory and therefore receive every scalar argument',
  // These chips pass waves both the intrawave argument and the scratch offset in SGPRs.
  chips: chipsWith((facts) => facts.hasIntrawaveCollisions && !facts.hardwareScratchBase),
  claims: [WAVES_OVERLAP, LAYERS],
  bases: [intrawaveLanes, intrawaveLayers, intrawaveSamples],
  change: (scenario) => withScratchMemory(scenario, SCRATCH_RING),
});
