import { generationsWhere } from './generation-facts.js';

/** Programs get wave ids: they poll, and send a message as their exit (S-012, S-054). */
export const WITH_WAVE_IDS = generationsWhere(({ hasWaveIds }) => hasWaveIds);

/** The export with `done` is the exit, and the event wait the entry (S-054, S-092). */
export const EXIT_BY_EXPORT = generationsWhere(({ exitsByExport }) => exitsByExport);

/** The packer has a register of its own. */
export const WITH_PACKER_REGISTER = generationsWhere(
  ({ packerField }) => packerField?.coding === 'enabled-number',
);

/** The packer lies in MODE. */
export const PACKER_IN_MODE = generationsWhere(({ packerField }) => packerField?.coding === 'one-hot');

/** The newest id may be one too small (S-039). */
export const NEWEST_ONE_TOO_FEW = generationsWhere(({ newestOneTooFew }) => newestOneTooFew);

/** A cache stands between L0 and GL2. */
export const WITH_GL1 = generationsWhere(({ hasGl1 }) => hasGl1);
export const WITHOUT_GL1 = generationsWhere(({ hasGl1 }) => !hasGl1);

/** Stores are counted with loads. */
export const STORES_IN_VM = generationsWhere(({ storeCounter }) => storeCounter === 'vm');

/** No wave holds overlapping invocations. */
export const WITHOUT_INTRAWAVE = generationsWhere(({ hasIntrawaveCollisions }) => !hasIntrawaveCollisions);

/** Waves never break at the edge of a region. */
export const WITHOUT_BREAK_REGIONS = generationsWhere(({ hasBreakRegions }) => !hasBreakRegions);

/** Exports have no null target. */
export const WITHOUT_NULL_TARGET = generationsWhere(({ hasNullTarget }) => !hasNullTarget);
export const WITHOUT_DUAL_TARGETS = generationsWhere(({ hasDualSourceTargets }) => !hasDualSourceTargets);

/** Fragments are always pixels. */
export const WITHOUT_SHADING_RATES = generationsWhere(({ shadingRates }) => shadingRates === 'none');

/** Work groups stay on one compute unit. */
export const WITHOUT_WGP_MODE = generationsWhere(({ hasWorkGroupProcessors }) => !hasWorkGroupProcessors);

/** Each wave has a fixed set of SGPRs. */
export const FIXED_SCALARS = generationsWhere(({ sharesScalars }) => !sharesScalars);

/** Stores have a counter of their own. */
export const WITH_STORE_COUNTER = generationsWhere(({ storeCounter }) => storeCounter === 'vs');

/** Nothing ends a sleep early. */
export const SLEEPS_ALONE = generationsWhere(({ sleepsEndEarly }) => !sleepsEndEarly);

/** Draws have shading rates. */
export const WITH_SHADING_RATES = generationsWhere(({ shadingRates }) => shadingRates !== 'none');

/** Primitive ordering forces the finest shading rate (S-144). */
export const FINE_WHEN_ORDERED = generationsWhere(({ shadingRates }) => shadingRates === 'fine-when-ordered');

/** A separate bit makes loads bypass GL1. */
export const WITH_GL1_BIT = generationsWhere(({ hasGl1, gl1Bit }) => hasGl1 && gl1Bit === 'dlc');

/** Two compute units make a work-group processor. */
export const WITH_WGP_MODE = generationsWhere(({ hasWorkGroupProcessors }) => hasWorkGroupProcessors);

/** Stores without GLC may complete in L0. */
export const STORES_STAY_IN_L0 = generationsWhere(({ storesWriteThrough }) => !storesWriteThrough);
