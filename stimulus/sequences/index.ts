import { sections } from '../sections/sequence.js';
import type { Sequence } from '../sequence.js';
import { coarseDepth, coarseDots } from './coarse.js';
import { CORPUS_SEQUENCES } from './corpus-rows.js';
import {
  busyEntry,
  busyExit,
  coherentStale,
  combinedExit,
  depthTests,
  discardAfterPacker,
} from './corpus-variants.js';
import {
  eventImmediates,
  fullFiles,
  intrawavePrivate,
  sharedBus,
  unevenGroups,
  wideWindows,
} from './derived.js';
import { brimfulCounters, drawnAccesses, neighbours } from './drawn.js';
import { everyInput } from './every-input.js';
import { evenPrograms, generated, stalePrograms } from './generated.js';
import { heldLines } from './held-lines.js';
import { intrawaveLanes, intrawaveLayers, intrawaveSamples, intrawaveWorkedCase } from './intrawave.js';
import { binnedKinds, coarseRates, primitiveKinds, unorderedKinds } from './kinds.js';
import { coarseTests, lostSamples } from './lossy.js';
import { manyPaths } from './many-paths.js';
import { memoryCorners } from './memory-corners.js';
import { mixedPipelines } from './mixed-pipelines.js';
import { mixedReads } from './mixed-reads.js';
import { plainColours } from './plain-colours.js';
import { depthExports, plainDraws } from './plain-draws.js';
import { slowExits } from './slow-exits.js';
import { slowOwner } from './slow-owner.js';
import { wideUserData } from './wide-user-data.js';
import { addMemoryStates, addPressure, allowEveryChip, createNewerChipSequence } from './wrappers.js';

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
  brimfulCounters,
  drawnAccesses,
  neighbours,
  eventImmediates,
  everyInput,
  fullFiles,
  heldLines,
  intrawavePrivate,
  lostSamples,
  memoryCorners,
  plainColours,
  sharedBus,
  slowExits,
  stalePrograms,
  unevenGroups,
  wideWindows,
].map((sequence: Sequence) => addPressure(addMemoryStates(allowEveryChip(sequence))));

/** All sequences. `newer_chips` runs the sequences before it on chips that were added later. */
export const SEQUENCES: readonly Sequence[] = [
  ...SEQUENCES_UNDER_PRESSURE,
  createNewerChipSequence(SEQUENCES_UNDER_PRESSURE),
  ...NIGHTLY_SEQUENCES,
];
