import { CHIPS, type Chip, GENERATIONS, type Gfx } from './chips.js';
import { getCounter } from './counters.js';
import { filterGenerations } from './generation-facts.js';
import { getRegisterAddress } from './register-addresses.js';
import { getRegisterFields } from './registers.js';

/**
 * The generations whose programs receive wave ids, and therefore poll, and exit by sending a message (S-012, S-054).
 */
export const WITH_WAVE_IDS = filterGenerations(({ hasWaveIds }) => hasWaveIds);

/** The generations on which waves enter with an event wait and exit with a `done` export (S-054, S-092). */
export const EXIT_BY_EXPORT = filterGenerations(({ exitsByExport }) => exitsByExport);

/** The generations with a separate packer register. */
export const WITH_PACKER_REGISTER = filterGenerations(
  ({ packerField }) => packerField?.encoding === 'enabled-number',
);

/** The generations that select the packer in MODE. */
export const PACKER_IN_MODE = filterGenerations(({ packerField }) => packerField?.encoding === 'one-hot');

/** The generations on which the newest id may be off by one (S-039). */
export const WITH_NEWEST_ID_OFF_BY_ONE = filterGenerations(({ newestIdOffByOne }) => newestIdOffByOne);

/** The generations with a cache between L0 and GL2. */
export const WITH_GL1 = filterGenerations(({ hasGl1 }) => hasGl1);
/** The generations without a cache between L0 and GL2. */
export const WITHOUT_GL1 = filterGenerations(({ hasGl1 }) => !hasGl1);

/** The generations that use the load counter for stores. */
export const WITH_STORES_IN_LOAD_COUNTER = filterGenerations(({ storeCounter }) => storeCounter === 'vm');

/** The generations on which no wave contains overlapping invocations. */
export const WITHOUT_INTRAWAVE = filterGenerations(({ hasIntrawaveCollisions }) => !hasIntrawaveCollisions);

/** The generations on which waves never break at the edge of a region. */
export const WITHOUT_BREAK_REGIONS = filterGenerations(({ hasBreakRegions }) => !hasBreakRegions);

/** The generations whose event wait only waits if a bit is set (pops.md 3). */
export const WAITS_IF_SET = filterGenerations(({ eventWait }) => eventWait?.waitsIfSet === true);

/** The generations whose accesses have scopes instead of cache bits. */
export const WITH_SCOPES = filterGenerations(({ coherentScope }) => coherentScope !== undefined);

/** The generations on which sampler loads, scalar loads and LDS accesses have separate counters. */
export const WITH_SPLIT_COUNTERS = GENERATIONS.filter(
  (gfx) => getCounter(gfx, 'sample') !== getCounter(gfx, 'load'),
);

/** The generations without a null target for exports. */
export const WITHOUT_NULL_TARGET = filterGenerations(({ hasNullTarget }) => !hasNullTarget);
/** The generations without export targets for dual-source blending. */
export const WITHOUT_DUAL_TARGETS = filterGenerations(({ hasDualSourceTargets }) => !hasDualSourceTargets);

/** The generations on which a fragment is always one pixel. */
export const WITHOUT_SHADING_RATES = filterGenerations(({ shadingRates }) => shadingRates === 'none');

/** The generations on which a work group stays on one compute unit. */
export const WITHOUT_WGP_MODE = filterGenerations(({ hasWorkGroupProcessors }) => !hasWorkGroupProcessors);

/** The generations on which every wave has a fixed number of SGPRs. */
export const FIXED_SGPRS = filterGenerations(({ sharesScalars }) => !sharesScalars);

/** The generations with a separate store counter. */
export const WITH_STORE_COUNTER = filterGenerations(({ storeCounter }) => storeCounter === 'vs');

/** The generations on which sleeps never end early. */
export const WITHOUT_EARLY_WAKEUPS = filterGenerations(({ sleepsEndEarly }) => !sleepsEndEarly);

/** The generations on which primitive ordering forces the finest shading rate (S-144). */
export const WITH_FINE_RATE_WHEN_ORDERED = filterGenerations(
  ({ shadingRates }) => shadingRates === 'fine-when-ordered',
);

/** The generations on which a separate bit makes loads bypass GL1. */
export const WITH_GL1_BIT = filterGenerations(({ hasGl1, gl1Bit }) => hasGl1 && gl1Bit === 'dlc');

/** The generations on which two compute units form a work-group processor. */
export const WITH_WGP_MODE = filterGenerations(({ hasWorkGroupProcessors }) => hasWorkGroupProcessors);

/** The generations on which stores reach L2 whatever their bits or scope. */
export const STORES_REACH_L2 = filterGenerations(({ wholeLinesStayInL0 }) => !wholeLinesStayInL0);

/** The generations with SLC on loads but without a policy for it in L0. */
export const WITHOUT_L0_STREAMING = filterGenerations(
  ({ slcEvicts, coherentScope }) => coherentScope === undefined && !slcEvicts.includes('L0'),
);

/** The generations on which loads with SLC leave no line in L0 or GL1. */
export const WITH_SLC_STREAMING = filterGenerations(({ slcEvicts }) => slcEvicts.length > 0);

/** The generations on which a store of a whole line may stay in L0 unless a cache bit prevents it. */
export const WHOLE_LINES_STAY_IN_L0 = filterGenerations(({ wholeLinesStayInL0 }) => wholeLinesStayInL0);

/**
 * The generations on which a hardware register write takes effect only after some wait states (Vega ISA manual 4.5).
 */
export const WITH_HWREG_WAIT_STATES = filterGenerations(({ hwregWaitStates }) => hwregWaitStates > 0);

/** The generations that skip the exports of draws without an export format (S-110). */
export const SKIPS_EXPORTS = filterGenerations(
  ({ withoutExportFormat }) => withoutExportFormat === 'skips-exports',
);

function generationsWithQuirk(...quirks: readonly (keyof NonNullable<Chip['quirks']>)[]): readonly Gfx[] {
  const affected = Object.values<Chip>(CHIPS).filter((chip) => quirks.some((quirk) => chip.quirks?.[quirk]));
  return GENERATIONS.filter((generation) => affected.some(({ gfx }) => gfx === generation));
}

/** The generations with a chip that misses overlaps unless draws drain (S-129, S-130). */
export const WITH_MISSED_OVERLAPS = generationsWithQuirk('missedOverlapSamples');

/** The generations with a chip on which draining hangs if partial squads are held back (S-136). */
export const WITH_STALLED_DRAIN = generationsWithQuirk('stalledDrain');

/** The generations with a chip that has a bug related to drains. */
export const WITH_DRAIN_BUGS = generationsWithQuirk('missedOverlapSamples', 'stalledDrain');

/** The generations on which exits wake sleeping waves (S-048). */
export const WOKEN_BY_EXITS = filterGenerations(
  ({ hasWaveIds, sleepsEndEarly }) => hasWaveIds && sleepsEndEarly,
);

/** The generations on which the newest id needs no correction. */
export const WITH_EXACT_NEWEST_ID = filterGenerations(
  ({ hasWaveIds, newestIdOffByOne }) => hasWaveIds && !newestIdOffByOne,
);

/** The generations that may hang if overlap is tracked at more samples than the draw has. */
export const HANGS_ABOVE_SAMPLE_COUNT = filterGenerations(
  ({ hangsAboveSampleCount }) => hangsAboveSampleCount,
);

/** The generations on which all waves have 64 lanes. */
export const WITHOUT_WAVE32 = filterGenerations(({ hasWave32 }) => !hasWave32);

/** The generations with a register field that configures whether memory accesses return in order. */
export const WITH_MEMORY_ORDER_FIELD = GENERATIONS.filter((gfx) =>
  getRegisterFields(gfx).has('SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED'),
);

/** The generations whose primitive ordering registers moved since the previous generation. */
export const WITH_MOVED_REGISTERS = GENERATIONS.filter(
  (gfx, i) =>
    i > 0 &&
    getRegisterAddress(gfx, 'DB_SHADER_CONTROL') !==
      getRegisterAddress(GENERATIONS[i - 1]!, 'DB_SHADER_CONTROL'),
);

/** The generations without a register that enables draining on overlap. */
export const WITHOUT_DRAINS = GENERATIONS.filter(
  (gfx) => !getRegisterFields(gfx).has('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP'),
);

/** The generations on which draws can drain on overlap although no chip has a bug that requires it (S-135). */
export const WITH_OPTIONAL_DRAINS = GENERATIONS.filter(
  (gfx) => !WITHOUT_DRAINS.includes(gfx) && !WITH_DRAIN_BUGS.includes(gfx),
);
