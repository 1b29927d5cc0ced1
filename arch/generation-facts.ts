import { type ChipName, GENERATIONS, type Gfx } from './chips.js';
import { type CounterName, getCounter } from './counters.js';
import type { SCOPES } from './isa/scope.js';
import { buildPerGeneration } from './since-generation.js';
import { HWREG } from './wave-state.js';

/** The field of a hardware register through which a program selects its wave's packer (S-025 to S-032; pops.md 3). */
export interface PackerField {
  /** Number of the hardware register (`HWREG`). */
  readonly register: number;
  /** Number of the lowest bit of the field. */
  readonly low: number;
  readonly bits: number;
  /**
   * Encoding of the packer number. `one-hot`: packer + 1. `enabled-number`: the packer shifted left by one, with bit 0
   * set.
   */
  readonly encoding: 'one-hot' | 'enabled-number';
  /** The field's name in messages. */
  readonly name: string;
}

/** How the immediate of `s_wait_event` requests a wait for export-ready (S-055; pops.md 3). */
export interface EventWait {
  readonly bit: number;
  /** Whether the wave waits when the bit is set rather than when it is clear. */
  readonly waitsIfSet: boolean;
}

/** A cache bit of an instruction. */
export type CacheBit = 'glc' | 'dlc' | 'slc';

/**
 * The facts about a generation that matter to primitive ordering, memory and launch. The model, checkers, stimulus and
 * coverage share only these records, which state facts, never behaviour.
 *
 * For example, `factsOf('gfx9').newestIdOffByOne` is true: if wave 2 overlaps wave 1020, wave 2's argument is 1019
 * (S-039).
 */
export interface GenerationFacts {
  /**
   * The first generation with the same ordering hardware, possibly this one. Coverage puts both generations in the
   * bins of the first one, and the scenario matrix expects the same results for both.
   */
  readonly orderingGeneration: Gfx;
  /**
   * Whether waves enter with an event wait and exit with a `done` export, rather than polling and sending a message
   * (S-054, S-092).
   */
  readonly exitsByExport: boolean;
  /** The event wait, or undefined if the generation has none. */
  readonly eventWait?: EventWait;
  /** Whether programs receive wave ids, as a collision argument and an operand for the exiting id (S-012, S-054). */
  readonly hasWaveIds: boolean;
  /** Whether a wave may contain overlapping invocations, reported in an argument (S-060, S-075). */
  readonly hasIntrawaveCollisions: boolean;
  /**
   * Number of packer bits in the collision argument, starting at bit 28, or 0 if there is no argument (pops.md 5.1).
   */
  readonly packerBits: 0 | 1 | 2;
  /** The register field through which a program selects its packer, or undefined if the generation has none. */
  readonly packerField?: PackerField;
  /** Whether the newest id is one too low when it belongs to a wave from before the last wraparound (S-039). */
  readonly newestIdOffByOne: boolean;
  /** Whether sleeps may end early. On generations with wave ids, exits in the packer wake waves (S-047, S-048). */
  readonly sleepsEndEarly: boolean;
  /** Whether bit 15 of `s_sleep` may make the wave sleep forever (U10). */
  readonly canSleepForever: boolean;
  /** Whether a literal may follow a 64-bit vector instruction, making it 96 bits long. */
  readonly longFormsTakeLiterals: boolean;
  /**
   * Support for shading rates (S-144, S-146, S-147). With `fine-when-ordered`, primitive ordering forces fine shading.
   * With `coarse-allowed`, only a register does so.
   */
  readonly shadingRates: 'none' | 'fine-when-ordered' | 'coarse-allowed';
  /** The field that contains the log2 of the number of samples at which overlap is tracked (S-115, S-123). */
  readonly overlapRateField:
    | 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES'
    | 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE';
  /** The field that enables `overlapRateField`, or undefined if it is always in effect (S-124). */
  readonly overlapRateEnable?: 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE';
  /**
   * Whether early drivers saw hangs when overlap tracking used more samples than the draw (AMDVLK issue 108; faults.md
   * F115).
   */
  readonly hangsAboveSampleCount: boolean;
  /** Primitive ordering options that no driver sets and whose effect is unknown (U17). */
  readonly unknownOptions: readonly string[];
  /**
   * What happens in a draw with no export format: exports work, exports are skipped, or waves never become export-ready
   * (S-109 to S-112).
   */
  readonly withoutExportFormat: 'exports-anyway' | 'skips-exports' | 'never-ready';
  /** Whether exports may select the null target (pops.md 9). */
  readonly hasNullTarget: boolean;
  /** Whether dual-source blending has its own export targets. */
  readonly hasDualSourceTargets: boolean;
  /** Whether depth must be exported first, followed by the colours in ascending order (pops.md 4). */
  readonly ordersExportTargets: boolean;
  /** Whether RSRC2 and PA_SC have fields that make waves break at region edges (pops.md 7). */
  readonly hasBreakRegions: boolean;
  /** The store counter, as in `getCounters`: either a separate counter or the load counter (pops.md 4). */
  readonly storeCounter: CounterName;
  /** Whether vector loads preserve the registers of lanes that are inactive at issue (LLVM, ACO). */
  readonly loadsPreserveInactiveLanes: boolean;
  /** Whether FLAT accesses may return out of order because they may go to LDS. */
  readonly flatReturnsOutOfOrder: boolean;
  /** Whether vector loads of one type write registers in order (LLVM). */
  readonly loadsWriteInOrder: boolean;
  /** Number of wait states needed after a hardware register write, or 0 if they are automatic (Vega ISA manual 4.5). */
  readonly hwregWaitStates: number;
  /** Whether shader arrays have a GL1 that keeps lines (P-008). On GFX12 it is a buffer (LLVM, pull request 98599). */
  readonly hasGl1: boolean;
  /** The load bit that bypasses GL1, if there is one (`hasGl1`). */
  readonly gl1Bit: 'dlc' | 'glc';
  /** The vector caches in which a load with SLC leaves no line (Mesa, `ac_get_hw_cache_flags`). */
  readonly slcEvicts: readonly ('L0' | 'GL1')[];
  /** Whether stores of whole lines without GLC may stay in L0. All others complete in GL2 (as above; LLVM 110636). */
  readonly wholeLinesStayInL0: boolean;
  /** The cache bits of coherent loads (pops.md 6). */
  readonly coherentLoad: readonly CacheBit[];
  /** The cache bits that drivers set on coherent stores (pops.md 6). */
  readonly coherentStore: readonly CacheBit[];
  /** Scope that drivers give coherent accesses on generations that have scopes instead of cache bits (corpus, gfx12.md). */
  readonly coherentScope?: (typeof SCOPES)[number];
  /** Whether hardware loads the scratch address into FLAT_SCRATCH. Otherwise, an SGPR receives an offset. */
  readonly hardwareScratchBase: boolean;
  /** Number of bytes per unit of SPI_TMPRING_SIZE.WAVESIZE. */
  readonly scratchUnitBytes: number;
  /** Number of bytes per unit of SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE. */
  readonly extraLdsUnitBytes: number;
  /** Whether a thread's id in its group is packed into one VGPR rather than three (P-051). */
  readonly packsThreadIds: boolean;
  /** Whether a message can release a wave's VGPRs before it ends (pops.md 4). */
  readonly deallocatesVgprs: boolean;
  /** Whether pixel shaders load parameters from LDS. Otherwise, interpolation instructions read them. */
  readonly loadsParameters: boolean;
  /** Whether vertex shaders export parameters rather than storing them in memory. */
  readonly exportsParameters: boolean;
  /** Whether exports have a bit for packed halves (`compr`) and a bit for valid lanes (`vm`). */
  readonly hasExportMaskBits: boolean;
  /** Whether 32_AR exports red and alpha in their usual words. Otherwise, alpha comes second (Mesa's radeonsi). */
  readonly exportsAlphaInPlace: boolean;
  /** Whether alpha-to-coverage uses the alpha exported with the depth. */
  readonly exportsAlphaWithDepth: boolean;
  /** Whether there are per-primitive attributes. */
  readonly hasPrimitiveAttributes: boolean;
  /** Whether per-primitive attributes are counted separately (SPI_PS_IN_CONTROL.NUM_PRIM_INTERP). */
  readonly countsPrimitiveAttributes: boolean;
  /** Whether render back ends accept two quads at a time by default (RB+). A chip may override this. */
  readonly hasDualQuads: boolean;
  /** Whether GDS exists. */
  readonly hasGlobalShare: boolean;
  /** Whether GDS contains the streamout counters. */
  readonly streamoutInGds: boolean;
  /** Whether work groups may span both compute units of a work-group processor. */
  readonly hasWorkGroupProcessors: boolean;
  /** Whether pixel waves may have 32 lanes. */
  readonly hasWave32: boolean;
  /**
   * Whether long vector forms with DPP on the first source accept a scalar or constant as the second (LLVM,
   * DPPSrc1SGPR).
   */
  readonly dppTakesScalarSrc1: boolean;
  /** Whether waves share the SGPRs of their SIMD. Otherwise, each wave has a fixed number of SGPRs (P-029). */
  readonly sharesScalars: boolean;
}

/** The facts listed in the records below. The rest are derived from other tables. */
type ListedFacts = Omit<GenerationFacts, 'storeCounter'>;

const EXEC_IF_OVERLAPPED = 'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED';

const GFX9: ListedFacts = {
  orderingGeneration: 'gfx9',
  exitsByExport: false,
  hasWaveIds: true,
  hasIntrawaveCollisions: true,
  packerBits: 1,
  packerField: { register: HWREG.MODE, low: 24, bits: 2, encoding: 'one-hot', name: 'MODE[25:24]' },
  newestIdOffByOne: true,
  sleepsEndEarly: false,
  canSleepForever: false,
  longFormsTakeLiterals: false,
  shadingRates: 'none',
  overlapRateField: 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES',
  hangsAboveSampleCount: true,
  unknownOptions: [EXEC_IF_OVERLAPPED],
  withoutExportFormat: 'exports-anyway',
  hasNullTarget: true,
  hasDualSourceTargets: false,
  ordersExportTargets: false,
  hasBreakRegions: false,
  loadsPreserveInactiveLanes: true,
  flatReturnsOutOfOrder: true,
  loadsWriteInOrder: true,
  hwregWaitStates: 2,
  hasGl1: false,
  gl1Bit: 'dlc',
  slcEvicts: [],
  wholeLinesStayInL0: false,
  coherentLoad: ['glc'],
  coherentStore: ['glc'],
  hardwareScratchBase: false,
  scratchUnitBytes: 1024,
  extraLdsUnitBytes: 512,
  packsThreadIds: false,
  deallocatesVgprs: false,
  hasWorkGroupProcessors: false,
  loadsParameters: false,
  exportsParameters: true,
  hasExportMaskBits: true,
  exportsAlphaInPlace: true,
  exportsAlphaWithDepth: false,
  hasPrimitiveAttributes: false,
  countsPrimitiveAttributes: false,
  hasDualQuads: false,
  hasGlobalShare: true,
  streamoutInGds: false,
  hasWave32: false,
  dppTakesScalarSrc1: false,
  sharesScalars: true,
};

const GFX10: ListedFacts = {
  ...GFX9,
  orderingGeneration: 'gfx10',
  packerBits: 2,
  packerField: {
    register: HWREG.POPS_PACKER,
    low: 0,
    bits: 3,
    encoding: 'enabled-number',
    name: 'POPS_PACKER[2:0]',
  },
  newestIdOffByOne: false,
  hangsAboveSampleCount: false,
  sleepsEndEarly: true,
  canSleepForever: true,
  longFormsTakeLiterals: true,
  withoutExportFormat: 'skips-exports',
  hasBreakRegions: true,
  flatReturnsOutOfOrder: false,
  hwregWaitStates: 0,
  hasGl1: true,
  slcEvicts: ['L0', 'GL1'],
  wholeLinesStayInL0: true,
  coherentLoad: ['glc', 'dlc'],
  hasWorkGroupProcessors: true,
  exportsAlphaInPlace: false,
  hasWave32: true,
  sharesScalars: false,
};

const GFX10_3: ListedFacts = {
  ...GFX10,
  orderingGeneration: 'gfx10.3',
  shadingRates: 'fine-when-ordered',
  hasPrimitiveAttributes: true,
  countsPrimitiveAttributes: true,
  hasDualQuads: true,
};

const { packerField: _removed, ...WITHOUT_PACKER_FIELD } = GFX10_3;

const GFX11: ListedFacts = {
  ...WITHOUT_PACKER_FIELD,
  orderingGeneration: 'gfx11',
  exitsByExport: true,
  eventWait: { bit: 1, waitsIfSet: false },
  hasWaveIds: false,
  hasIntrawaveCollisions: false,
  packerBits: 0,
  shadingRates: 'coarse-allowed',
  overlapRateField: 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE',
  overlapRateEnable: 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE',
  unknownOptions: ['DB_SHADER_CONTROL.OREO_BLEND_ENABLE', 'PA_SC_SHADER_CONTROL.DISABLE_OREO_CONFLICT_QUAD'],
  withoutExportFormat: 'never-ready',
  loadsPreserveInactiveLanes: false,
  hasNullTarget: false,
  hasDualSourceTargets: true,
  ordersExportTargets: true,
  gl1Bit: 'glc',
  slcEvicts: ['GL1'],
  wholeLinesStayInL0: false,
  coherentLoad: ['glc'],
  coherentStore: [],
  hardwareScratchBase: true,
  scratchUnitBytes: 256,
  extraLdsUnitBytes: 1024,
  packsThreadIds: true,
  deallocatesVgprs: true,
  loadsParameters: true,
  exportsParameters: false,
  hasExportMaskBits: false,
  exportsAlphaWithDepth: true,
  countsPrimitiveAttributes: false,
  streamoutInGds: true,
};

/** GFX11.5 has the same ordering as GFX11 (pops.md 3) and only adds instructions. */
const GFX11_5: ListedFacts = { ...GFX11, dppTakesScalarSrc1: true };

/** GFX12 has the same ordering as GFX11 (pops.md 3), but its event wait has the opposite polarity. */
const GFX12: ListedFacts = {
  ...GFX11_5,
  eventWait: { bit: 2, waitsIfSet: true },
  // Mesa's radeonsi writes 0 here on GFX12.
  unknownOptions: [...GFX11_5.unknownOptions!, 'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE'],
  coherentLoad: [],
  coherentStore: [],
  coherentScope: 'SCOPE_DEV',
  hasGl1: false,
  loadsWriteInOrder: false,
  slcEvicts: [],
  hasGlobalShare: false,
  streamoutInGds: false,
};

const RECORDS: Readonly<Record<Gfx, ListedFacts>> = {
  gfx9: GFX9,
  gfx10: GFX10,
  'gfx10.3': GFX10_3,
  gfx11: GFX11,
  'gfx11.5': GFX11_5,
  gfx12: GFX12,
};

const FACTS = buildPerGeneration(
  (gfx): GenerationFacts => ({ ...RECORDS[gfx], storeCounter: getCounter(gfx, 'store') }),
);

/** The chip that represents each generation. */
const EXAMPLE_CHIPS = {
  gfx9: 'vega10',
  gfx10: 'navi10',
  'gfx10.3': 'navi21',
  gfx11: 'navi31',
  'gfx11.5': 'strix',
  gfx12: 'navi48',
} as const satisfies Readonly<Record<Gfx, ChipName>>;

/** Returns the chip that represents a generation. */
export function getExampleChip(gfx: Gfx): ChipName {
  return EXAMPLE_CHIPS[gfx];
}

/** Returns the facts about a generation. */
export function factsOf(gfx: Gfx): GenerationFacts {
  return FACTS[gfx];
}

/** The generations with distinct ordering hardware, from oldest to newest. */
export const ORDERING_GENERATIONS: readonly Gfx[] = GENERATIONS.filter(
  (gfx) => FACTS[gfx].orderingGeneration === gfx,
);

/** Returns the first generation with the same ordering hardware as the given one. */
export function getOrderingGeneration(gfx: Gfx): Gfx {
  return FACTS[gfx].orderingGeneration;
}

/** Returns the generations that satisfy a condition, from oldest to newest. */
export function filterGenerations(predicate: (facts: GenerationFacts) => boolean): readonly Gfx[] {
  return GENERATIONS.filter((gfx) => predicate(FACTS[gfx]));
}

/** Returns whether an event wait with the given immediate waits for export-ready. */
export function waitsForExportReady({ eventWait }: GenerationFacts, immediate: number): boolean {
  return eventWait !== undefined && ((immediate & eventWait.bit) !== 0) === eventWait.waitsIfSet;
}

/** Returns an event wait immediate that waits for export-ready or, if `waits` is false, one that does not. */
export function getEventWaitImmediate({ eventWait }: GenerationFacts, waits: boolean): number {
  return eventWait !== undefined && eventWait.waitsIfSet === waits ? eventWait.bit : 0;
}

/** Returns a mask of the bits that the packer field occupies in its register. */
export function getPackerMask({ low, bits }: PackerField): number {
  return ((1 << bits) - 1) << low;
}

/** Returns a mask of the unused bits in the collision argument, whose values are undefined (pops.md 5.1). */
export function getUnusedCollisionBits({ packerBits }: GenerationFacts): number {
  return packerBits === 0 ? 0 : packerBits === 1 ? 0x6c00_fc00 : 0x4c00_fc00;
}
