import { type Chip, countSlots, factsOf, globalShareBytes } from '../../arch/index.js';
import {
  type BackgroundWork,
  type ComputeWork,
  type GeometryWork,
  KNOBS,
  type MemoryObject,
  type RandomStream,
} from '../../transactions/index.js';
import { toFloatBits } from '../driver/words.js';
import { deriveStream } from '../kit/chance.js';
import { plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import type { Test } from '../kit/test.js';
import { pickRange } from '../knobs.js';
import { assembleCached } from '../programs/separate-hazards.js';
import { computeGdsBytes, GROUP_REGISTERS, getGroupWords } from './group-text.js';
import { VERTEX_BYTES, VERTEX_REGISTERS, vertexText } from './vertex-text.js';

/** The address of the first memory object that background work uses. */
const FIRST_ADDRESS = 0x7f_0000_0000;
/** The stride in bytes between objects. */
const STRIDE = 0x10000;

/** Choices for the number of cycles between groups, from a light load to nearly simultaneous arrival of all groups. */
const INTERVALS: readonly number[] = [400, 100, 20, 1];

/** How much pressure, in percent, one work item adds. */
const PRESSURE_PER_ITEM = 34;

const INPUT_WORDS = 64;

/** The alignment of a program's GDS allocation, in bytes. */
const GDS_ALIGNMENT = 64;

const MAX_GROUPS = 6;
const MAX_WAVES_PER_GROUP = 4;

/** Choices for the number of SGPRs per wave; only GFX9 allocates SGPRs. */
const SCALARS: readonly number[] = [32, 96];

/** Choices for the number of LDS dwords that a group allocates but does not use. */
const SPARE_DWORDS: readonly number[] = [0, 1024, 8000];

/** Choices for the maximum number of waves that hold scratch memory at once: none, or at least a whole group. */
const SCRATCH_WAVES: readonly number[] = [0, 0, MAX_WAVES_PER_GROUP, 16];

/** The machine that runs the work. */
export type Machine = Pick<Test, 'chip' | 'wave' | 'freedoms'>;

/** The required properties of background work; the rest are chosen at random. */
type WorkRequest = Partial<Pick<BackgroundWork, 'kind' | 'interval'>>;

interface PickedWorkItem {
  readonly work: BackgroundWork;
  readonly memory: readonly MemoryObject[];
  readonly output: string;
}

/**
 * Picks the geometry and compute work called for by the pressure knobs (P-049), if any, using its own random stream.
 */
export function pickBackground(seed: string, machine: Machine) {
  const { geometryPressure, computePressure } = machine.freedoms;
  const requests = [
    ...createRequests('geometry', geometryPressure),
    ...createRequests('compute', computePressure),
  ];
  if (requests.length === 0) return undefined;
  return pickWorkItems(seed, deriveStream(seed, 'background'), machine, requests);
}

/** Returns requests for work items of the given kind. A higher pressure yields more items at shorter intervals. */
function createRequests(kind: BackgroundWork['kind'], pressure: number): WorkRequest[] {
  const interval = INTERVALS[Math.floor((pressure * (INTERVALS.length - 1)) / 100)];
  return Array.from({ length: Math.ceil(pressure / PRESSURE_PER_ITEM) }, () => ({ kind, interval }));
}

/** Picks `count` work items of either kind, regardless of the pressure knobs. */
export function pickCompetingWorkItems(seed: string, machine: Machine, count: number) {
  const stream = deriveStream(seed, 'background');
  const requests = Array.from({ length: count }, (): WorkRequest => ({}));
  return pickWorkItems(seed, stream, machine, requests);
}

/** Picks the parts that background work adds to a test, of which the knobs affect only this work. */
function pickWorkItems(
  seed: string,
  stream: RandomStream,
  machine: Machine,
  requests: readonly WorkRequest[],
) {
  const items: PickedWorkItem[] = [];
  const gdsStream = deriveStream(seed, 'global-data-share');
  const { hasGlobalShare } = factsOf(machine.chip.gfx);
  let gdsWorkItems = 0;
  let objects = 0;
  for (const { kind, interval } of requests) {
    const isGeometry = (kind ?? (stream.below(2) === 0 ? 'geometry' : 'compute')) === 'geometry';
    // The GDS allocations of two work items could collide, so only one item per test has one.
    const usesGds = hasGlobalShare && !isGeometry && gdsWorkItems === 0 && gdsStream.below(2) === 0;
    if (usesGds) gdsWorkItems++;
    const workItem = isGeometry
      ? pickGeometryWork(stream, machine, objects)
      : pickComputeWork(stream, machine, objects, usesGds ? gdsStream : undefined);
    objects += workItem.memory.length;
    items.push(interval === undefined ? workItem : { ...workItem, work: { ...workItem.work, interval } });
  }
  return {
    background: { works: items.map(({ work }) => work), outputs: items.map(({ output }) => output) },
    memory: items.flatMap(({ memory }) => memory),
    knobs: {
      stagedVertexWaves: [1, 2, 16][stream.below(3)],
      barriers: [1, 2, 16, 32][stream.below(4)],
      positionBuffers: 1 + stream.below(2),
      positionSpace: [1, 2, 8][stream.below(3)],
      gdsLatency: pickRange(gdsStream, KNOBS.gdsLatency.min, KNOBS.gdsLatency.max),
    },
  };
}

function makeObject(index: number, bytes: number, initial: readonly number[] = []): MemoryObject {
  const place = { name: `background-${index}`, address: FIRST_ADDRESS + index * STRIDE };
  return plainBuffer(place, bytes, { initial });
}

/**
 * Picks the groups' arrival times and their waves' register counts. Register counts are small enough that two of the
 * largest waves fit on each SIMD, so any group fits on an empty compute unit.
 */
function pickSharedFields(stream: RandomStream, registers: number) {
  return {
    vectors: [registers, 32, 64, 96][stream.below(4)],
    scalars: SCALARS[stream.below(SCALARS.length)],
    scratchWaves: SCRATCH_WAVES[stream.below(SCRATCH_WAVES.length)],
    start: stream.below(2000),
    interval: INTERVALS[stream.below(INTERVALS.length)],
  };
}

function pickGeometryWork(stream: RandomStream, { chip, wave }: Machine, first: number): PickedWorkItem {
  const vertices = 3 + stream.below(wave);
  const instances = 1 + stream.below(6);
  const divisors = [stream.below(4), stream.below(4)] as const;
  const inputs = [0, 1].map((input) => {
    // Floats that are multiples of 1/64 between -2 and 2, so that some colours are clamped.
    const words = Array.from({ length: INPUT_WORDS }, () => toFloatBits((stream.below(256) - 128) / 64) | 0);
    return makeObject(first + input, 4 * INPUT_WORDS, words);
  });
  const output = makeObject(first + 2, vertices * instances * VERTEX_BYTES);
  const getDescriptor = ({ address, bytes }: MemoryObject): number[] =>
    rawBufferDescriptor(chip.gfx, address, bytes);
  // In the order of `VERTEX_SCALARS`. Loads beyond the end of an input return zero, so any base is legal.
  const userData = [
    ...getDescriptor(inputs[0]!),
    ...getDescriptor(output),
    ...[stream.below(INPUT_WORDS), stream.below(INPUT_WORDS)],
    // 2^32 / divisor, rounded up, is exact for the small numbers of instances in a draw.
    ...divisors.map((divisor) => (divisor < 2 ? 0 : Math.ceil(2 ** 32 / divisor))),
    ...getDescriptor(inputs[1]!),
    ...[stream.below(2), vertices],
  ];
  const work: GeometryWork = {
    kind: 'geometry',
    words: assembleCached(vertexText(chip.gfx, wave, divisors), chip.gfx),
    userData,
    ...pickSharedFields(stream, VERTEX_REGISTERS),
    vertices,
    instances,
    frontEnd: stream.below(2),
  };
  return { work, memory: [...inputs, output], output: output.name };
}

/**
 * Picks a compute dispatch. `gdsStream` is the random stream for its GDS allocation, or undefined if the program does
 * not use GDS.
 */
function pickComputeWork(
  stream: RandomStream,
  machine: Machine,
  first: number,
  gdsStream: RandomStream | undefined,
): PickedWorkItem {
  const { chip, wave } = machine;
  const mode = !factsOf(chip.gfx).hasWorkGroupProcessors || stream.below(2) === 0 ? 'cu' : 'wgp';
  const waves = 1 + stream.below(getMaxWavesPerGroup(machine, mode));
  const width = [4, 8, 16][stream.below(3)];
  const height = [1, 2][stream.below(2)];
  const depth = Math.max(1, Math.floor((waves * wave) / (width * height)) - stream.below(2));
  const threads = width * height * depth;
  const groups = 1 + stream.below(MAX_GROUPS);
  const output = makeObject(first, 4 * threads * groups);
  const descriptor = rawBufferDescriptor(chip.gfx, output.address, output.bytes);
  const allocation =
    gdsStream === undefined ? 0 : pickAllocation(gdsStream, chip, computeGdsBytes(threads * groups));
  const userData = [...descriptor, threads, width, width * height, allocation];
  const work: ComputeWork = {
    kind: 'compute',
    words: getGroupWords(chip.gfx, wave, gdsStream !== undefined),
    userData,
    ...pickSharedFields(stream, GROUP_REGISTERS),
    groups,
    groupSize: [width, height, depth],
    mode,
    localDwords: threads + SPARE_DWORDS[stream.below(SPARE_DWORDS.length)],
  };
  return { work, memory: [output], output: output.name };
}

/** Picks the M0 value for a GDS allocation of the given size at a random aligned offset. */
export function pickAllocation(gdsStream: RandomStream, chip: Chip, bytes: number): number {
  const maxStep = Math.floor((globalShareBytes(chip.gfx) - bytes) / GDS_ALIGNMENT);
  return ((gdsStream.below(maxStep + 1) * GDS_ALIGNMENT) << 16) | bytes | 0;
}

/**
 * Returns how many waves are guaranteed to fit on one unit of an empty device. Slots are assigned to processors
 * in turn, then to their SIMDs.
 */
export function getMaxWavesPerGroup({ chip, freedoms }: Machine, mode: ComputeWork['mode']): number {
  const engineSlots = Math.min(freedoms.waveSlots, countSlots(chip));
  const processorSlots = Math.floor(engineSlots / (chip.shaderArrays * chip.wgpsPerArray));
  const slots = mode === 'cu' ? Math.floor(processorSlots / 2) : processorSlots;
  return Math.max(1, Math.min(MAX_WAVES_PER_GROUP, slots));
}
