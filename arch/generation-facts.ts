import { type ChipName, GENERATIONS, type Gfx } from './chips.js';
import { type CounterName, counterOf } from './counters.js';
import type { SCOPES } from './isa/reach.js';
import { onEachGeneration } from './since-generation.js';
import { HWREG } from './wave-state.js';

/** Hardware register and bits through which a program selects its wave's packer (S-025 to S-032; pops.md 3). */
export interface PackerField {
  /** Number of the hardware register (`HWREG`). */
  readonly register: number;
  /** Lowest bit of the field. */
  readonly low: number;
  readonly bits: number;
  /** `one-hot`: packer + 1. `enabled-number`: the packer shifted left by one, with bit 0 set. */
  readonly coding: 'one-hot' | 'enabled-number';
  /** The field's name in messages. */
  readonly name: string;
}

/** How the immediate of `s_wait_event` requests a wait for export-ready (S-055; pops.md 3). */
export interface EventWait {
  readonly bit: number;
  /** Whether the wave waits if the bit is set; otherwise it waits if the bit is clear. */
  readonly waitsIfSet: boolean;
}

/** Cache bits of an instruction. */
export type CacheBit = 'glc' | 'dlc' | 'slc';

/**
 * Facts of one generation that matter to primitive ordering, memory and launch. Model, checkers, stimulus and coverage
 * share only this record: it states facts, never behaviour.
 *
 * Example: `factsOf('gfx9').newestIdOffByOne` is true, so wave 2 that overlaps wave 1020 reads 1019 in its argument (S-039).
 */
export interface GenerationFacts {
  /**
   * The first generation with the same ordering hardware: this one, or an earlier one that differs only elsewhere. Coverage
   * counts both in that generation's bins, and the scenario matrix expects the same of both.
   */
  readonly orderingGeneration: Gfx;
  /** A wave enters with the event wait and exits with the `done` export; otherwise with a poll and a message (S-054, S-092). */
  readonly exitsByExport: boolean;
  /** The event wait, if the generation has one. */
  readonly eventWait?: EventWait;
  /** Programs receive wave ids: a collision argument and the exiting id as an operand (S-012, S-054). */
  readonly hasWaveIds: boolean;
  /** A wave may hold overlapping invocations; an argument reports them (S-060, S-075). */
  readonly hasIntrawaveCollisions: boolean;
  /** Bits of the collision argument that hold the packer, from bit 28; 0 without an argument (pops.md 5.1). */
  readonly packerBits: 0 | 1 | 2;
  /** Register field in which the program selects its packer, if any. */
  readonly packerField?: PackerField;
  /** The newest id is one too small if that wave is from before the last wrap (S-039). */
  readonly newestIdOffByOne: boolean;
  /** Hardware may end a sleep early; on generations with wave ids, an exit in the packer does (S-047, S-048). */
  readonly sleepsEndEarly: boolean;
  /** Bit 15 of `s_sleep` may make it endless (U10). */
  readonly sleepMayBeEndless: boolean;
  /** 64-bit vector instructions may be followed by a literal, making them 96 bits. */
  readonly longFormsTakeLiterals: boolean;
  /**
   * Shading rates (S-144, S-146, S-147). `fine-when-ordered`: primitive ordering forces fine shading. `coarse-allowed`: only a
   * register does.
   */
  readonly shadingRates: 'none' | 'fine-when-ordered' | 'coarse-allowed';
  /** Field holding the log2 of the samples at which overlap is tracked (S-115, S-123). */
  readonly overlapRateField:
    | 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES'
    | 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE';
  /** Field that enables the one above; absent if that is always in effect (S-124). */
  readonly overlapRateEnable?: 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE';
  /** Early drivers saw hangs when overlap was tracked at more samples than the draw has (AMDVLK issue 108; faults.md F115). */
  readonly hangsAboveSampleCount: boolean;
  /** Ordering options that no driver sets, with unknown effect (U17). */
  readonly unknownOptions: readonly string[];
  /**
   * A draw without any export format (S-109 to S-112): its exports work, its exports are skipped, or its waves never become
   * export-ready.
   */
  readonly withoutExportFormat: 'works' | 'skips-exports' | 'never-ready';
  /** Exports may name the null target (pops.md 9). */
  readonly hasNullTarget: boolean;
  /** Dual-source blending has its own export targets. */
  readonly hasDualSourceTargets: boolean;
  /** Depth must be exported first, then colours in ascending order (pops.md 4). */
  readonly ordersExportTargets: boolean;
  /** RSRC2 and PA_SC have fields for regions whose edges break waves (pops.md 7). */
  readonly hasBreakRegions: boolean;
  /** Counter of stores, as in `countersOf`: a separate one, or that of loads (pops.md 4). */
  readonly storeCounter: CounterName;
  /** Vector loads preserve registers in lanes that were off at issue; otherwise they may overwrite them (LLVM, ACO waits). */
  readonly loadsPreserveInactiveLanes: boolean;
  /** FLAT accesses may return out of order because they may go to the local data share. */
  readonly flatReturnsOutOfOrder: boolean;
  /** Wait states after a hardware register write; later generations insert them automatically (Vega ISA manual 4.5). */
  readonly hwregWaitStates: number;
  /** Each shader array has a cache between L0 and GL2 (P-008). */
  readonly hasGl1: boolean;
  /** Load bit that bypasses GL1 (if `hasGl1`). */
  readonly gl1Bit: 'dlc' | 'glc';
  /** SLC also evicts the line from L0 and GL1 (LLVM, SIMemoryLegalizer). */
  readonly slcStreams: boolean;
  /** Stores write through to GL2 without any bit set (pops.md 6). */
  readonly storesWriteThrough: boolean;
  /** Bits of coherent loads and stores (pops.md 6). */
  readonly coherentLoad: readonly CacheBit[];
  readonly coherentStore: readonly CacheBit[];
  /** Scope of coherent accesses on generations with scopes instead of cache bits (corpus, gfx12.md). */
  readonly coherentScope?: (typeof SCOPES)[number];
  /** Hardware loads the private memory address into FLAT_SCRATCH; otherwise an SGPR receives an offset. */
  readonly hardwareScratchBase: boolean;
  /** Bytes per unit of SPI_TMPRING_SIZE.WAVESIZE. */
  readonly scratchUnitBytes: number;
  /** Bytes per unit of SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE. */
  readonly extraLdsUnitBytes: number;
  /** A thread's id in its group is packed into one VGPR; otherwise three (P-051). */
  readonly packsThreadIds: boolean;
  /** A message releases a wave's vector registers before its end (pops.md 4). */
  readonly deallocatesVgprs: boolean;
  /** Pixel shaders load parameters with LDS parameter loads; otherwise interpolation instructions read them. */
  readonly loadsParameters: boolean;
  /** Vertex shaders export parameters; otherwise they store them to memory. */
  readonly exportsParameters: boolean;
  /** Exports carry a bit for packed halves (`compr`) and one for valid lanes (`vm`). */
  readonly hasExportMaskBits: boolean;
  /**
   * Whether the red-and-alpha format (32_AR) keeps both at their positions in the export; otherwise alpha comes second (Mesa's
   * radeonsi).
   */
  readonly exportsAlphaInPlace: boolean;
  /** Alpha-to-coverage takes the alpha exported with depth. */
  readonly exportsAlphaWithDepth: boolean;
  /** Per-primitive attributes exist and are counted separately (SPI_PS_IN_CONTROL.NUM_PRIM_INTERP). */
  readonly hasPrimitiveAttributes: boolean;
  readonly countsPrimitiveAttributes: boolean;
  /** Render back ends take two quads at once by default (RB+); a chip may override it. */
  readonly hasDualQuads: boolean;
  /** Waves share a global data share. */
  readonly hasGlobalShare: boolean;
  /** The global data share holds the streamout counters. */
  readonly streamoutInGds: boolean;
  /** Work groups may span the two compute units of a work-group processor. */
  readonly hasWorkGroupProcessors: boolean;
  /** Pixel waves may have 32 lanes. */
  readonly hasWave32: boolean;
  /** Long vector forms with a DPP first source accept a scalar or constant second source (LLVM, DPPSrc1SGPR). */
  readonly dppTakesScalarSrc1: boolean;
  /** Waves share the SGPRs of their SIMD; otherwise each has a fixed number (P-029). */
  readonly sharesScalars: boolean;
}

/** The facts stated by a record; the others follow from other tables. */
type OwnFacts = Omit<GenerationFacts, 'storeCounter'>;

const EXEC_IF_OVERLAPPED = 'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED';

const GFX9: OwnFacts = {
  orderingGeneration: 'gfx9',
  exitsByExport: false,
  hasWaveIds: true,
  hasIntrawaveCollisions: true,
  packerBits: 1,
  packerField: { register: HWREG.MODE, low: 24, bits: 2, coding: 'one-hot', name: 'MODE[25:24]' },
  newestIdOffByOne: true,
  sleepsEndEarly: false,
  sleepMayBeEndless: false,
  longFormsTakeLiterals: false,
  shadingRates: 'none',
  overlapRateField: 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES',
  hangsAboveSampleCount: true,
  unknownOptions: [EXEC_IF_OVERLAPPED],
  withoutExportFormat: 'works',
  hasNullTarget: true,
  hasDualSourceTargets: false,
  ordersExportTargets: false,
  hasBreakRegions: false,
  loadsPreserveInactiveLanes: true,
  flatReturnsOutOfOrder: true,
  hwregWaitStates: 2,
  hasGl1: false,
  gl1Bit: 'dlc',
  slcStreams: false,
  storesWriteThrough: false,
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

const GFX10: OwnFacts = {
  ...GFX9,
  orderingGeneration: 'gfx10',
  packerBits: 2,
  packerField: {
    register: HWREG.POPS_PACKER,
    low: 0,
    bits: 3,
    coding: 'enabled-number',
    name: 'POPS_PACKER[2:0]',
  },
  newestIdOffByOne: false,
  hangsAboveSampleCount: false,
  sleepsEndEarly: true,
  sleepMayBeEndless: true,
  longFormsTakeLiterals: true,
  withoutExportFormat: 'skips-exports',
  hasBreakRegions: true,
  flatReturnsOutOfOrder: false,
  hwregWaitStates: 0,
  hasGl1: true,
  slcStreams: true,
  coherentLoad: ['glc', 'dlc'],
  hasWorkGroupProcessors: true,
  exportsAlphaInPlace: false,
  hasWave32: true,
  sharesScalars: false,
};

const GFX10_3: OwnFacts = {
  ...GFX10,
  orderingGeneration: 'gfx10.3',
  shadingRates: 'fine-when-ordered',
  hasPrimitiveAttributes: true,
  countsPrimitiveAttributes: true,
  hasDualQuads: true,
};

const { packerField: _none, ...WITHOUT_PACKER_FIELD } = GFX10_3;

const GFX11: OwnFacts = {
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
  storesWriteThrough: true,
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

/** Same ordering as GFX11 (pops.md 3); only adds instructions. */
const GFX11_5: OwnFacts = { ...GFX11, dppTakesScalarSrc1: true };

/** Same ordering as GFX11 (pops.md 3), but its event wait has the opposite polarity. */
const GFX12: OwnFacts = {
  ...GFX11_5,
  eventWait: { bit: 2, waitsIfSet: true },
  coherentLoad: [],
  coherentStore: [],
  coherentScope: 'SCOPE_DEV',
  slcStreams: false,
  storesWriteThrough: false,
  hasGlobalShare: false,
  streamoutInGds: false,
};

const RECORDS: Readonly<Record<Gfx, OwnFacts>> = {
  gfx9: GFX9,
  gfx10: GFX10,
  'gfx10.3': GFX10_3,
  gfx11: GFX11,
  'gfx11.5': GFX11_5,
  gfx12: GFX12,
};

const FACTS = onEachGeneration(
  (gfx): GenerationFacts => ({ ...RECORDS[gfx], storeCounter: counterOf(gfx, 'store') }),
);

/** The representative chip of each generation. */
const EXAMPLE_CHIPS = {
  gfx9: 'vega10',
  gfx10: 'navi10',
  'gfx10.3': 'navi21',
  gfx11: 'navi31',
  'gfx11.5': 'strix',
  gfx12: 'navi48',
} as const satisfies Readonly<Record<Gfx, ChipName>>;

/** The representative chip of each generation. */
export function exampleChipOf(gfx: Gfx): ChipName {
  return EXAMPLE_CHIPS[gfx];
}

/** The facts of a generation. */
export function factsOf(gfx: Gfx): GenerationFacts {
  return FACTS[gfx];
}

/** Generations with distinct ordering hardware, oldest first. */
export const ORDERING_GENERATIONS: readonly Gfx[] = GENERATIONS.filter(
  (gfx) => FACTS[gfx].orderingGeneration === gfx,
);

/** The first generation with the same ordering hardware as this one. */
export function orderingGenerationOf(gfx: Gfx): Gfx {
  return FACTS[gfx].orderingGeneration;
}

/** Generations that satisfy a condition, oldest first. */
export function generationsWhere(holds: (facts: GenerationFacts) => boolean): readonly Gfx[] {
  return GENERATIONS.filter((gfx) => holds(FACTS[gfx]));
}

/** Memoises a function of the generation. */
export function oncePerGeneration<T>(work: (gfx: Gfx) => T): (gfx: Gfx) => T {
  const known = new Map<Gfx, T>();
  return (gfx) => {
    let result = known.get(gfx);
    if (result === undefined) {
      result = work(gfx);
      known.set(gfx, result);
    }
    return result;
  };
}

/** Whether an event wait with this immediate waits for export-ready. */
export function waitsForExportReady({ eventWait }: GenerationFacts, immediate: number): boolean {
  return eventWait !== undefined && ((immediate & eventWait.bit) !== 0) === eventWait.waitsIfSet;
}

/** An event wait immediate that waits for export-ready, or one that does not. */
export function eventWaitImmediate({ eventWait }: GenerationFacts, waits: boolean): number {
  return eventWait !== undefined && eventWait.waitsIfSet === waits ? eventWait.bit : 0;
}

/** Bits that the field covers in its register. */
export function packerMask({ low, bits }: PackerField): number {
  return ((1 << bits) - 1) << low;
}

/** Unused bits of the collision argument, which read as undefined (pops.md 5.1). */
export function unusedCollisionBits({ packerBits }: GenerationFacts): number {
  return packerBits === 0 ? 0 : packerBits === 1 ? 0x6c00_fc00 : 0x4c00_fc00;
}
