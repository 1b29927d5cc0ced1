import {
  type Chip,
  type ChipName,
  chipOf,
  factsOf,
  type MemoryOperation,
  type MemoryRequest,
  makeWaveState,
  SCALAR,
} from '../arch/index.js';
import type { Scenario } from '../transactions/index.js';
import { DeviceContext } from './context.js';
import { assert } from './kernel/assert.js';
import { ReplayChoices } from './kernel/index.js';
import { BankScheduler } from './lds/bank-scheduler.js';
import { countAccessCycles, requestsOfDirectRead } from './lds/banks.js';
import { CAPACITY } from './lds/spec.js';
import { GL1_BYTES, GL2_CHANNELS, L0_BYTES, LINE_BYTES, SCALAR_BYTES } from './memory/spec.js';
import { AddressUnits } from './memory/texture-queues.js';
import { countCus, countSimds, type Place, placeOf } from './placement.js';
import { CONTROLLERS } from './spi/spec.js';
import { IssueSlots } from './sq/issue.js';
import { FetchQueues } from './sqc/fetch-queues.js';
import { bankOfLine } from './sqc/instruction-cache.js';
import { LineStore } from './sqc/line-store.js';
import { BANKS } from './sqc/spec.js';
import { Wave } from './wave.js';

/** Number of lanes per wave. */
const LANES = { wave32: 32, wave64: 64 } as const;

/** A chip model's structure, as measured from its units so that it can be checked against the documented statements. */
export interface DeviceStructure {
  /** Placement of the first slots, one per SIMD of the engine. */
  readonly places: readonly Place[];
  readonly computeUnits: number;
  readonly launchControllers: number;
  readonly caches: {
    readonly l0Bytes: number;
    readonly scalarBytes: number;
    /** Size per shader array, or 0 if the generation has none. */
    readonly gl1Bytes: number;
    readonly gl2Channels: number;
    readonly lineBytes: number;
  };
  readonly fetch: FetchStructure;
  readonly issue: IssueStructure;
  readonly localData: LocalDataStructure;
  readonly texture: TextureStructure;
}

/** The instruction cache of a work-group processor. */
export interface FetchStructure {
  readonly banks: number;
  /** The bank of each line, starting with line 0. */
  readonly lineBanks: readonly number[];
  /**
   * The order in which one bank serves the sequencers when sequencer 0 makes two requests, followed by one from each
   * of the others.
   */
  readonly grants: readonly number[];
  /** The cycle in which a missing line arrives. */
  readonly filledAt: number | undefined;
  /** The cycle in which a hit arrives while another line is being filled. */
  readonly hitUnderMissAt: number | undefined;
}

/** Which waves can start in the same cycle. */
export interface IssueStructure {
  /** Whether two waves on the same SIMD can start together. */
  readonly sameSimd: boolean;
  /** Whether waves on all SIMDs of the engine can start together. */
  readonly acrossSimds: boolean;
}

/** The LDS of a work-group processor. All costs are in cycles. */
export interface LocalDataStructure {
  readonly bytes: number;
  /** Cost of accessing successive dwords with 32 lanes. */
  readonly row: number;
  /** Cost of accessing successive dwords with 64 lanes. */
  readonly wave64Row: number;
  /** Cost of accessing different dwords in one bank with 32 lanes. */
  readonly oneBank: number;
  /** Cost of accessing a single dword with 32 lanes. */
  readonly oneDword: number;
  /** Cost of atomics on a single dword with 32 lanes. */
  readonly atomicsOnOneDword: number;
  /** Delay of an indexed access after one from another SIMD. */
  readonly indexedAfterIndexed: number;
  /** Delay between an indexed access and a parameter read from another SIMD. */
  readonly indexedAfterRead: number;
  /** Delay of a parameter read after another one from the same SIMD. */
  readonly readAfterRead: number;
  /** Delay of a parameter read after one with different banks from the SIMD's partner. */
  readonly partnerReadAfterRead: number;
  /** Delay of a parameter read after one with the same bank from the SIMD's partner. */
  readonly sameBankReadFromPartner: number;
  /** Delay of a parameter read from SIMD 2 after one with the same bank from SIMD 0. */
  readonly sameBankReadFromOtherPair: number;
  /** Number of requests for one parameter read of nine dwords, for a wave with three primitives. */
  readonly nineDwordRequests: number;
}

/** The address unit of a compute unit. */
export interface TextureStructure {
  /** Number of cycles that an access to successive dwords by 64 lanes takes. */
  readonly wave64Row: number;
  /** Number of single-line accesses that the unit accepts in one cycle, with a queue of four. */
  readonly acceptedPerCycle: number;
}

/** Builds the units of a chip's model with the scenario's freedoms and measures them. */
export function measureStructure(chipName: ChipName, scenario: Scenario): DeviceStructure {
  const chip = chipOf(chipName);
  const context = new DeviceContext({ ...scenario, chip: chipName, faults: [] }, new ReplayChoices([]), null);
  const places = Array.from({ length: countSimds(chip) }, (_, slot) => placeOf(chip, slot));
  return {
    places,
    computeUnits: countCus(chip),
    launchControllers: CONTROLLERS,
    caches: describeCaches(chip),
    fetch: measureFetch(context),
    issue: measureIssue(context, places),
    localData: measureLocalData(),
    texture: measureTexture(),
  };
}

function describeCaches({ gfx }: Chip): DeviceStructure['caches'] {
  return {
    l0Bytes: L0_BYTES,
    scalarBytes: SCALAR_BYTES,
    gl1Bytes: factsOf(gfx).hasGl1 ? GL1_BYTES : 0,
    gl2Channels: GL2_CHANNELS,
    lineBytes: LINE_BYTES,
  };
}

function makeWaveAt(place: Place): Wave {
  const wave = new Wave(0);
  wave.place = place;
  return wave;
}

function measureFetch(context: DeviceContext): FetchStructure {
  const queues = new FetchQueues(context);
  const simds = [0, 0, 1, 2, 3];
  for (const simd of simds) queues.push(makeWaveAt({ simd, cu: 0, wgp: 0, shaderArray: 0 }));
  const grants: number[] = [];
  for (let wave = queues.take(); wave !== undefined; wave = queues.take()) grants.push(wave.place.simd);
  assert(grants.length === simds.length, 'every request is granted once');
  const store = new LineStore(2);
  store.allocate(0, 100);
  store.allocate(1, 5);
  return {
    banks: BANKS,
    lineBanks: Array.from({ length: 2 * BANKS }, (_, line) => bankOfLine(line)),
    grants,
    filledAt: store.use(0),
    hitUnderMissAt: store.use(1),
  };
}

function measureIssue(context: DeviceContext, places: readonly Place[]): IssueStructure {
  const slots = new IssueSlots(context);
  const waves = places.map(makeWaveAt);
  const started = waves.map((wave) => slots.tryStart(wave));
  return { sameSimd: waves.some((wave) => slots.tryStart(wave)), acrossSimds: started.every(Boolean) };
}

function measureLocalData(): LocalDataStructure {
  const row = (lane: number): number => 4 * lane;
  return {
    bytes: CAPACITY * 4,
    row: countIndexedCycles(LANES.wave32, row),
    wave64Row: countIndexedCycles(LANES.wave64, row),
    oneBank: countIndexedCycles(LANES.wave32, (lane) => 128 * lane),
    oneDword: countIndexedCycles(LANES.wave32, () => 0),
    atomicsOnOneDword: countIndexedCycles(LANES.wave32, () => 0, 'atomic'),
    indexedAfterIndexed: measureDelay({ simd: 0 }, { simd: 1 }),
    indexedAfterRead: Math.abs(measureDelay({ simd: 0, banks: 0b01 }, { simd: 1 })),
    readAfterRead: measureDelay({ simd: 0, banks: 0b01 }, { simd: 0, banks: 0b10 }),
    partnerReadAfterRead: measureDelay({ simd: 0, banks: 0b01 }, { simd: 1, banks: 0b10 }),
    sameBankReadFromPartner: measureDelay({ simd: 0, banks: 0b01 }, { simd: 1, banks: 0b01 }),
    nineDwordRequests: countNineDwordRequests(),
    sameBankReadFromOtherPair: measureDelay({ simd: 0, banks: 0b01 }, { simd: 2, banks: 0b01 }),
  };
}

/** Returns how many cycles an indexed access to one dword per lane takes with the given byte offsets. */
function countIndexedCycles(
  lanes: number,
  offset: (lane: number) => number,
  access: MemoryOperation['access'] = 'load',
): number {
  const request: MemoryRequest = {
    lanesLo: -1,
    lanesHi: lanes === LANES.wave64 ? -1 : 0,
    addresses: Float64Array.from({ length: LANES.wave64 }, (_, lane) => offset(lane)),
    data: new Int32Array(LANES.wave64),
  };
  return countAccessCycles(request, { access, bytes: 4 } as MemoryOperation);
}

/**
 * Returns how many cycles after the first operation the second one is served when both are requested in the same
 * cycle.
 */
function measureDelay(first: BankRequest, second: BankRequest): number {
  const ends: number[] = [];
  const banks = new BankScheduler((index, end) => {
    ends[index] = end;
  });
  for (const [index, { simd, banks: readBanks }] of [first, second].entries()) {
    if (readBanks === undefined) banks.access(simd, index, 1);
    else banks.read(simd, index, [readBanks]);
  }
  for (let now = 0; now >= 0; ) now = banks.step(now);
  assert(ends[0] > 0 && ends[1] > 0, 'both operations were served');
  return ends[1] - ends[0];
}

function countNineDwordRequests(): number {
  const state = makeWaveState(LANES.wave32, 1, SCALAR.CONSTANTS);
  state.s[SCALAR.M0] = 0b11 << 16;
  return requestsOfDirectRead(state, 0, { attribute: 0, component: 0 }).length;
}

/** A sequencer's request to the scheduler: a read from specific banks, or an indexed access that takes one cycle. */
interface BankRequest {
  readonly simd: number;
  readonly banks?: number;
}

function measureTexture(): TextureStructure {
  const depth = 4;
  const units = new AddressUnits(1, depth);
  let acceptedAtOnce = 0;
  while (acceptedAtOnce <= depth && units.roomAt(0) <= 0) {
    units.accept(0, 0, 1);
    acceptedAtOnce++;
  }
  assert(acceptedAtOnce > 0, 'an empty queue accepts an access');
  return {
    wave64Row: new AddressUnits(1, depth).accept(0, 0, (4 * LANES.wave64) / LINE_BYTES),
    acceptedPerCycle: acceptedAtOnce,
  };
}
