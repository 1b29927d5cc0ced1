import { CHIPS, type Chip, GENERATIONS, type Gfx } from './chips.js';
import { counterOf } from './counters.js';
import { generationsWhere } from './generation-facts.js';
import { registerAddress } from './register-addresses.js';
import { fieldsOf } from './registers.js';

/** Programs receive wave ids: they poll, and exit by message (S-012, S-054). */
export const WITH_WAVE_IDS = generationsWhere(({ hasWaveIds }) => hasWaveIds);

/** The export with `done` is the exit; the event wait is the entry (S-054, S-092). */
export const EXIT_BY_EXPORT = generationsWhere(({ exitsByExport }) => exitsByExport);

/** The packer has its own register. */
export const WITH_PACKER_REGISTER = generationsWhere(
  ({ packerField }) => packerField?.coding === 'enabled-number',
);

/** The packer is in MODE. */
export const PACKER_IN_MODE = generationsWhere(({ packerField }) => packerField?.coding === 'one-hot');

/** The newest id may be one too small (S-039). */
export const NEWEST_OFF_BY_ONE = generationsWhere(({ newestIdOffByOne }) => newestIdOffByOne);

/** There is a cache between L0 and GL2. */
export const WITH_GL1 = generationsWhere(({ hasGl1 }) => hasGl1);
export const WITHOUT_GL1 = generationsWhere(({ hasGl1 }) => !hasGl1);

/** Stores are counted with loads. */
export const STORES_IN_VM = generationsWhere(({ storeCounter }) => storeCounter === 'vm');

/** No wave holds overlapping invocations. */
export const WITHOUT_INTRAWAVE = generationsWhere(({ hasIntrawaveCollisions }) => !hasIntrawaveCollisions);

/** Waves never break at the edge of a region. */
export const WITHOUT_BREAK_REGIONS = generationsWhere(({ hasBreakRegions }) => !hasBreakRegions);

/** The event wait waits only if a bit is set (pops.md 3). */
export const WAITS_IF_SET = generationsWhere(({ eventWait }) => eventWait?.waitsIfSet === true);

/** Accesses have scopes instead of cache bits. */
export const WITH_SCOPES = generationsWhere(({ coherentScope }) => coherentScope !== undefined);

/** Sampler loads, scalar loads and the data share have their own counters. */
export const WITH_SPLIT_COUNTERS = GENERATIONS.filter(
  (gfx) => counterOf(gfx, 'sample') !== counterOf(gfx, 'load'),
);

/** Exports have no null target. */
export const WITHOUT_NULL_TARGET = generationsWhere(({ hasNullTarget }) => !hasNullTarget);
export const WITHOUT_DUAL_TARGETS = generationsWhere(({ hasDualSourceTargets }) => !hasDualSourceTargets);

/** Fragments are always pixels. */
export const WITHOUT_SHADING_RATES = generationsWhere(({ shadingRates }) => shadingRates === 'none');

/** Work groups stay on one compute unit. */
export const WITHOUT_WGP_MODE = generationsWhere(({ hasWorkGroupProcessors }) => !hasWorkGroupProcessors);

/** Each wave has a fixed set of SGPRs. */
export const FIXED_SCALARS = generationsWhere(({ sharesScalars }) => !sharesScalars);

/** Stores have their own counter. */
export const WITH_STORE_COUNTER = generationsWhere(({ storeCounter }) => storeCounter === 'vs');

/** Nothing ends a sleep early. */
export const WITHOUT_EARLY_WAKES = generationsWhere(({ sleepsEndEarly }) => !sleepsEndEarly);

/** Draws have shading rates. */
export const WITH_SHADING_RATES = generationsWhere(({ shadingRates }) => shadingRates !== 'none');

/** Primitive ordering forces the finest shading rate (S-144). */
export const FINE_WHEN_ORDERED = generationsWhere(({ shadingRates }) => shadingRates === 'fine-when-ordered');

/** A separate bit, or a wider scope, makes loads bypass GL1. */
export const WITH_GL1_BIT = generationsWhere(
  ({ hasGl1, gl1Bit, coherentScope }) => hasGl1 && (gl1Bit === 'dlc' || coherentScope !== undefined),
);

/** Two compute units make a work-group processor. */
export const WITH_WGP_MODE = generationsWhere(({ hasWorkGroupProcessors }) => hasWorkGroupProcessors);

/** Loads with SLC leave no line in L0 and GL1. */
export const STREAMS_WITH_SLC = generationsWhere(({ slcStreams }) => slcStreams);

/** Stores may complete in L0 unless a cache bit or scope forbids it. */
export const STORES_STAY_IN_L0 = generationsWhere(({ storesWriteThrough }) => !storesWriteThrough);

/** A write of a hardware register takes effect only after some wait states (Vega ISA manual 4.5). */
export const WITH_HWREG_WAIT_STATES = generationsWhere(({ hwregWaitStates }) => hwregWaitStates > 0);

/** Draws without an export format skip their exports (S-110). */
export const SKIPS_EXPORTS = generationsWhere(
  ({ withoutExportFormat }) => withoutExportFormat === 'skips-exports',
);

/** Generations with a chip that has any of these bugs. */
function generationsWithQuirk(...quirks: readonly (keyof NonNullable<Chip['quirks']>)[]): readonly Gfx[] {
  const affected = Object.values<Chip>(CHIPS).filter((chip) => quirks.some((quirk) => chip.quirks?.[quirk]));
  return GENERATIONS.filter((generation) => affected.some(({ gfx }) => gfx === generation));
}

/** Some chip misses overlaps unless draws drain (S-129, S-130). */
export const WITH_MISSED_OVERLAPS = generationsWithQuirk('missedOverlapSamples');

/** Some chip never ends a drain while partial squads are held back (S-136). */
export const WITH_STALLED_DRAIN = generationsWithQuirk('stalledDrain');

/** Some chip has a bug that concerns drains. */
export const WITH_DRAIN_BUGS = generationsWithQuirk('missedOverlapSamples', 'stalledDrain');

/** Exits wake sleeping waves (S-048). */
export const WOKEN_BY_EXITS = generationsWhere(
  ({ hasWaveIds, sleepsEndEarly }) => hasWaveIds && sleepsEndEarly,
);

/** The newest id needs no correction. */
export const NEWEST_EXACT = generationsWhere(
  ({ hasWaveIds, newestIdOffByOne }) => hasWaveIds && !newestIdOffByOne,
);

/** Tracking overlap at more samples than the draw has may hang. */
export const HANGS_ABOVE_SAMPLE_COUNT = generationsWhere(
  ({ hangsAboveSampleCount }) => hangsAboveSampleCount,
);

/** All waves have 64 lanes. */
export const WITHOUT_WAVE32 = generationsWhere(({ hasWave32 }) => !hasWave32);

/** A register configures whether memory returns in order. */
export const WITH_MEMORY_ORDER_FIELD = GENERATIONS.filter((gfx) =>
  fieldsOf(gfx).has('SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED'),
);

/** The primitive ordering registers moved relative to the previous generation. */
export const WITH_MOVED_REGISTERS = GENERATIONS.filter(
  (gfx, i) =>
    i > 0 &&
    registerAddress(gfx, 'DB_SHADER_CONTROL') !== registerAddress(GENERATIONS[i - 1]!, 'DB_SHADER_CONTROL'),
);

/** No register enables draining on overlap. */
export const WITHOUT_DRAINS = GENERATIONS.filter(
  (gfx) => !fieldsOf(gfx).has('DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP'),
);

/** Draws can drain on overlap, but no chip has a bug that requires it (S-135). */
export const WITH_NEEDLESS_DRAINS = GENERATIONS.filter(
  (gfx) => !WITHOUT_DRAINS.includes(gfx) && !WITH_DRAIN_BUGS.includes(gfx),
);
