import type { Sequence } from '../sequence.js';
import { binnedKinds } from './binned-kinds.js';
import { busyEntry } from './busy-entry.js';
import { busyExit } from './busy-exit.js';
import { coarseDepth } from './coarse-depth.js';
import { coarseDots } from './coarse-dots.js';
import { coarseRates } from './coarse-rates.js';
import { coarseTests } from './coarse-tests.js';
import { coherentStale } from './coherent-stale.js';
import { combinedExit } from './combined-exit.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import { depthExports } from './depth-exports.js';
import { depthTests } from './depth-tests.js';
import { deviceStructure } from './device-structure.js';
import { discardAfterPacker } from './discard-after-packer.js';
import { evenPrograms } from './even-programs.js';
import { eventImmediates } from './event-immediates.js';
import { everyInput } from './every-input.js';
import { fullFiles } from './full-files.js';
import { generated } from './generated.js';
import { heldLines } from './held-lines.js';
import { intrawaveLanes } from './intrawave-lanes.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { intrawavePrivate } from './intrawave-private.js';
import { intrawaveSamples } from './intrawave-samples.js';
import { intrawaveWorkedCase } from './intrawave-worked-case.js';
import { lostSamples } from './lost-samples.js';
import { manyPaths } from './many-paths.js';
import { memoryCorners } from './memory-corners.js';
import { mixedPipelines } from './mixed-pipelines.js';
import { mixedReads } from './mixed-reads.js';
import { createNewerChipSequences } from './newer-chips.js';
import { allowEveryChip } from './on-every-chip.js';
import { plainColours } from './plain-colours.js';
import { plainDraws } from './plain-draws.js';
import { primitiveKinds } from './primitive-kinds.js';
import { sections } from './sections.js';
import { slowExits } from './slow-exits.js';
import { slowOwner } from './slow-owner.js';
import { stalePrograms } from './stale-programs.js';
import { addPressure } from './under-pressure.js';
import { unevenGroups } from './uneven-groups.js';
import { unorderedKinds } from './unordered-kinds.js';
import { wideUserData } from './wide-user-data.js';
import { wideWindows } from './wide-windows.js';

/** Sequences that define their own scenes and programs, one per file, except for the corpus rows. */
const BASE_SEQUENCES = [
  ...CORPUS_SEQUENCES,
  discardAfterPacker,
  coherentStale,
  mixedReads,
  depthTests,
  intrawaveLayers,
  primitiveKinds,
  coarseRates,
  sections,
  combinedExit,
  busyEntry,
  generated,
  manyPaths,
  deviceStructure,
  intrawaveLanes,
  intrawaveSamples,
  intrawaveWorkedCase,
  busyExit,
  unorderedKinds,
  mixedPipelines,
  slowOwner,
  plainDraws,
] satisfies readonly Sequence[];

/** The name of a built-in sequence (`pops-tb list tests`). */
export type SequenceName = (typeof BASE_SEQUENCES)[number]['name'];

/** The base sequences, with the competing work and scheduler that each test's knobs request. */
const SEQUENCES_UNDER_PRESSURE = BASE_SEQUENCES.map((sequence: Sequence) => addPressure(sequence));

/**
 * Sequences for combinations that the others rarely produce, on every chip. Only nightly runs include them, so the
 * plans of other suites stay the same.
 */
export const NIGHTLY_SEQUENCES: readonly Sequence[] = [
  wideUserData,
  binnedKinds,
  evenPrograms,
  coarseDepth,
  coarseDots,
  coarseTests,
  depthExports,
  eventImmediates,
  everyInput,
  fullFiles,
  heldLines,
  intrawavePrivate,
  lostSamples,
  memoryCorners,
  plainColours,
  slowExits,
  stalePrograms,
  unevenGroups,
  wideWindows,
].map((sequence: Sequence) => addPressure(allowEveryChip(sequence)));

/** All sequences. `newer_chips` runs the sequences before it on chips that were added later. */
export const SEQUENCES: readonly Sequence[] = [
  ...SEQUENCES_UNDER_PRESSURE,
  ...createNewerChipSequences(SEQUENCES_UNDER_PRESSURE),
  ...NIGHTLY_SEQUENCES,
];
