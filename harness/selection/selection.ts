import { type ChipName, chipOf } from '../../arch/index.js';
import {
  canHaveFault,
  findMatrixSequence,
  getSeedChips,
  LAWFUL_SEQUENCES,
  LITMUS_SEQUENCES,
  MATRIX_SUITE,
  SEQUENCES,
  type Sequence,
  SUITES,
  type Suite,
} from '../../stimulus/index.js';
import { type FaultId, findFault, type KnobValues, UsageError } from '../../transactions/index.js';
import { listSomeNames, makeUnknownNameError, selectByGlobs } from '../basics/index.js';
import { getLoadedSuite } from '../suite-files/opened-suites.js';
import { checkFixedKnobs } from './fixed-knobs.js';

/** Whether all the given faults can apply to a sequence at once on at least one chip. */
function canRunWith(sequence: Sequence, overrides: Overrides, faults: readonly FaultId[]): boolean {
  return (
    faults.every((fault) => canHaveFault(sequence, fault)) &&
    selectChips(sequence, { ...overrides, faults }).length > 0
  );
}

/** Returns the faults that can apply to a sequence, considered individually. */
export function findApplicableFaults(sequence: Sequence, overrides: Overrides): readonly FaultId[] {
  return overrides.faults.filter((fault) => canRunWith(sequence, overrides, [fault]));
}

/**
 * Returns the overrides for a test of a faulty build, with the faults that apply to it. If no chip supports them all,
 * the seed decides which takes precedence, so each fault appears in some tests.
 */
export function getApplicableOverrides(sequence: Sequence, seed: string, overrides: Overrides): Overrides {
  const possibleFaults = findApplicableFaults(sequence, overrides);
  if (possibleFaults.length === 0 || canRunWith(sequence, overrides, possibleFaults))
    return { ...overrides, faults: possibleFaults };
  const firstIndex = Number(BigInt(seed) % BigInt(possibleFaults.length));
  const activeFaults: FaultId[] = [];
  for (const fault of [...possibleFaults.slice(firstIndex), ...possibleFaults.slice(0, firstIndex)])
    if (canRunWith(sequence, overrides, [...activeFaults, fault])) activeFaults.push(fault);
  return { ...overrides, faults: possibleFaults.filter((fault) => activeFaults.includes(fault)) };
}

/** Settings that the caller fixes in every test of a run, or in a replay. */
export interface Overrides {
  /** The chips to choose from; if empty, each sequence chooses from its own. */
  readonly chips: readonly ChipName[];
  readonly knobs: Partial<KnobValues>;
  readonly faults: readonly FaultId[];
  /** Whether a stored test runs without the faults that it was stored with. */
  readonly withoutFaults?: true;
}

/** Overrides that change nothing. */
export const NO_OVERRIDES: Overrides = { chips: [], knobs: {}, faults: [] };

/** A sequence that a run draws tests from, and its weight. */
export interface WeightedSequence {
  readonly sequence: Sequence;
  readonly weight: number;
  /** Whether it is drawn only after the suite's other sequences have all the tests they need. */
  readonly sampled?: boolean;
}

/**
 * Finds a suite by name, or by file if the file is loaded. Throws `UsageError`, suggesting the nearest name, if there
 * is none.
 */
export function findSuite(name: string): Suite {
  const opened = getLoadedSuite(name);
  if (opened !== undefined) return opened.suite;
  if (!Object.hasOwn(SUITES, name)) {
    const names = Object.keys(SUITES);
    if (!/[./\\]/.test(name)) throw makeUnknownNameError('suite', name, names);
    throw new UsageError(
      `Unknown suite "${name}": expected a suite file ending in .json, .js or .ts, or one of ${listSomeNames(names)}`,
    );
  }
  return SUITES[name]!;
}

/**
 * Finds a sequence, either built-in or from a loaded suite file. Throws `UsageError`, suggesting the nearest name, if
 * there is none.
 */
export function findSequence(name: string, suite?: string): Sequence {
  const sequences = (suite === undefined ? undefined : getLoadedSuite(suite)?.sequences) ?? [
    ...SEQUENCES,
    ...LITMUS_SEQUENCES,
    ...LAWFUL_SEQUENCES,
  ];
  const found = sequences.find((sequence) => sequence.name === name) ?? findMatrixSequence(name);
  if (found !== undefined) return found;
  const known =
    suite === MATRIX_SUITE
      ? findSuite(suite).tests.map(({ sequence }) => sequence)
      : sequences.map((sequence) => sequence.name);
  throw makeUnknownNameError('test', name, known);
}

/**
 * Returns the chips that a sequence may use with the given overrides: the requested chips, or the sequence's default
 * chips (those that a seed can select) if none were requested, keeping only those whose generation supports the faults.
 * If no chips were requested and none of the defaults supports the faults, falls back to the sequence's other chips
 * that do.
 */
export function selectChips(sequence: Sequence, { chips, faults }: Overrides): readonly ChipName[] {
  const capableChips = sequence.chips.filter((chip) =>
    faults.every((fault) => findFault(fault)!.generations.includes(chipOf(chip).gfx)),
  );
  if (chips.length > 0) return capableChips.filter((chip) => chips.includes(chip));
  const selected = capableChips.filter((chip) => getSeedChips(sequence).includes(chip));
  return selected.length > 0 || faults.length === 0 ? selected : capableChips;
}

/** Whether the chips, knobs and faults are all left to the sequences. */
export function hasNoOverrides({ chips, knobs, faults }: Overrides): boolean {
  return chips.length === 0 && faults.length === 0 && Object.keys(knobs).length === 0;
}

/** Throws `UsageError` if a sequence cannot run with the given chips and faults. */
export function requireRunnable(sequence: Sequence, overrides: Overrides): void {
  const alternatives = listAlternatives(sequence, overrides);
  if (alternatives.length === 0)
    throw new UsageError(
      `Cannot use --fault ${overrides.faults.join(',')}: it has no effect on ${sequence.name}`,
    );
  if (!alternatives.some(hasChip(sequence))) throw makeNoChipError(sequence, overrides);
}

function makeNoChipError(sequence: Sequence, { chips, faults }: Overrides): UsageError {
  for (const chip of chips) if (sequence.chips.includes(chip)) requireFaultsSupported(chip, faults);
  return new UsageError(
    `Cannot combine these chips and faults: ${sequence.name} runs on ${sequence.chips.join(', ')}`,
  );
}

/** Throws `UsageError` for faults that do not exist on the chip's generation, listing those on which they do. */
export function requireFaultsSupported(chip: ChipName, faults: readonly FaultId[]): void {
  const { gfx } = chipOf(chip);
  for (const fault of faults) {
    const { generations } = findFault(fault)!;
    if (!generations.includes(gfx))
      throw new UsageError(
        `Cannot use --fault ${fault} on ${chip}, which is ${gfx}: the fault only exists on ${generations.join(', ')}`,
      );
  }
}

/**
 * Returns the suite's sequences that match one of the comma-separated globs, can run on some chip, and are affected by
 * at least one of the faults, if any (the last condition does not apply to a whole build). Throws a `UsageError` that
 * explains why if no sequence remains, or if the fixed knobs would make correct programs fail.
 */
export function selectSequences(
  suite: Suite,
  glob: string | undefined,
  overrides: Overrides,
  wholeBuild = false,
): WeightedSequence[] {
  const all = suite.tests
    .filter(({ onlyForChip }) => onlyForChip === undefined || overrides.chips.includes(onlyForChip))
    .map(({ sequence, ...rest }) => ({ sequence: findSequence(sequence, suite.name), ...rest }));
  const { matching, unmatched: unmatchedGlob } = selectByGlobs(
    all,
    ({ sequence }) => sequence.name,
    glob ?? '*',
  );
  if (unmatchedGlob !== undefined) {
    throw new UsageError(
      `No test in suite ${suite.name} matches --test "${unmatchedGlob}": it has ${formatNames(all)}; "pops-tb list tests" lists every test`,
    );
  }
  const { faults } = overrides;
  const candidates = matching.filter(
    ({ sequence }) => faults.length === 0 || faults.some((fault) => canHaveFault(sequence, fault)),
  );
  if (candidates.length === 0) {
    throw new UsageError(
      `Fault ${faults.join(' or ')} has no effect on any selected test (${formatNames(matching)}): choose other tests`,
    );
  }
  const runnable = candidates.filter(({ sequence }) =>
    listAlternatives(sequence, overrides).some(hasChip(sequence)),
  );
  if (runnable.length === 0) throw makeNoProgramError(suite, candidates, overrides);
  const faultFree = { ...overrides, faults: [] };
  const selected = wholeBuild ? matching.filter(({ sequence }) => hasChip(sequence)(faultFree)) : runnable;
  for (const { sequence } of selected) {
    const chips = listAlternatives(sequence, overrides).flatMap((alternative) =>
      selectChips(sequence, alternative),
    );
    checkFixedKnobs(sequence, chips.length > 0 ? chips : selectChips(sequence, faultFree), overrides.knobs);
  }
  return selected;
}

/**
 * Returns the chips that each sequence of a run without faults can be drawn for. Neither the seed nor the number of
 * tests matters.
 */
export function listPlannedChips(
  suite: string,
  glob: string | undefined,
  overrides: Overrides,
): (readonly [sequence: string, chips: readonly ChipName[]])[] {
  const faultFree = { ...overrides, faults: [] };
  return selectSequences(findSuite(suite), glob, faultFree).map(({ sequence }) => [
    sequence.name,
    selectChips(sequence, faultFree),
  ]);
}

/**
 * Returns one copy of the overrides for each fault that applies to the sequence, with only that fault, or the overrides
 * themselves if they have no faults.
 */
function listAlternatives(sequence: Sequence, overrides: Overrides): readonly Overrides[] {
  const { faults } = overrides;
  if (faults.length === 0) return [overrides];
  return faults
    .filter((fault) => canHaveFault(sequence, fault))
    .map((fault) => ({ ...overrides, faults: [fault] }));
}

function hasChip(sequence: Sequence): (overrides: Overrides) => boolean {
  return (overrides) => selectChips(sequence, overrides).length > 0;
}

/** Returns the default number of tests: the suite's own or, if it has none, one per selected unsampled sequence. */
export function getDefaultCount(suite: Suite, glob: string | undefined, overrides: Overrides): number {
  return (
    suite.count ?? selectSequences(suite, glob, overrides).filter(({ sampled }) => sampled !== true).length
  );
}

function makeNoProgramError(
  suite: Suite,
  candidates: readonly WeightedSequence[],
  overrides: Overrides,
): UsageError {
  const possible = new Set(
    candidates.flatMap(({ sequence }) => selectChips(sequence, { ...overrides, chips: [] })),
  );
  const requested = [
    ...(overrides.chips.length === 0 ? [] : [`--chip ${overrides.chips.join(', ')}`]),
    ...(overrides.faults.length === 0 ? [] : [`--fault ${overrides.faults.join(',')}`]),
  ];
  return new UsageError(
    requested.length === 0
      ? `Suite ${suite.name} lists no chip that ${formatNames(candidates)} can run on; see "pops-tb list tests" for the chips each test supports`
      : `Cannot use ${requested.join(' with ')}: no selected test has a program for it; the selected tests run on ${[...possible].join(', ') || 'no chip'}`,
  );
}

function formatNames(sequences: readonly WeightedSequence[]): string {
  return listSomeNames(sequences.map(({ sequence }) => sequence.name));
}
