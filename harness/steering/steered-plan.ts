import type { CoverageData } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { type PlannedTest, parseTestId } from '../selection/plan.js';
import type { WeightedSequence } from '../selection/selection.js';
import type { LoggedResult } from '../workers/batch-result.js';
import { type Candidate, CandidateSource, type TestSource } from './candidates.js';
import { extractFeatures, FeatureCounts } from './features.js';
import { BehaviourNovelty, computeShares, countRareBinsBySequence, orderFirstRound, Work } from './shares.js';

/** The number of consecutive tests during which the sequences' shares stay the same. */
export const EPOCH_TESTS = 50;
/**
 * An epoch's shares are computed from results this many epochs old. Because of this delay, workers never wait for the
 * last test of an epoch.
 */
const EPOCH_DELAY = 2;
/** The number of candidate seeds per test. */
export const CANDIDATES = 6;
/**
 * One test in every `FIRST_CANDIDATE_INTERVAL` of a sequence uses its first candidate regardless of novelty, so that no
 * knob value is starved.
 */
export const FIRST_CANDIDATE_INTERVAL = 4;

/** The source of a steered run's tests. */
interface SteeredSource extends TestSource {
  /** The tests that run before those drawn from the sequences. */
  readonly first: readonly PlannedTest[];
}

/** A sequence, its share of the tests, and its results so far. */
interface Arm {
  readonly source: WeightedSequence;
  /** The sequence's share if the run were not steered. */
  readonly baseShare: number;
  readonly work: Work;
  share: number;
  credit: number;
  /** The number of tests drawn from the sequence so far. */
  drawn: number;
}

/**
 * The endless stream of tests in a coverage-steered run, drawn in epochs of fixed length. The sequences' shares in an
 * epoch depend only on the results of a fixed number of earlier tests, so the plan is the same for any number of
 * workers and across resumes. Of several candidates for each test, the one with the rarest features is picked.
 */
export class SteeredPlan implements Iterator<PlannedTest, never> {
  /** The ids of the tests that have a result, in order. */
  readonly testIds: string[] = [];
  private drawn = 0;
  private readonly arms: readonly Arm[];
  /** The arms in the order in which they are first tried. */
  private readonly firstRound: readonly Arm[];
  private readonly byName: ReadonlyMap<string, Arm>;
  private readonly counts = new FeatureCounts();
  private readonly candidates: CandidateSource;
  private readonly behaviours = new BehaviourNovelty();
  /** The shares for upcoming epochs, by epoch number. */
  private readonly sharesByEpoch = new Map<number, readonly number[]>();

  constructor(private readonly source: SteeredSource) {
    this.candidates = new CandidateSource(source, CANDIDATES, extractFeatures);
    const total = source.sequences.reduce((sum, { weight }) => sum + weight, 0);
    this.arms = source.sequences.map((sequence): Arm => {
      const baseShare = sequence.weight / total;
      return { source: sequence, baseShare, work: new Work(), share: baseShare, credit: 0, drawn: 0 };
    });
    this.firstRound = orderFirstRound(this.arms, ({ source }) => source.sequence);
    this.byName = new Map(this.arms.map((arm) => [arm.source.sequence.name, arm]));
  }

  /** Returns the end of the epoch that contains `position`, or `position` itself if that epoch's shares are unknown. */
  knownUntil(position: number): number {
    const epoch = this.getEpoch(position);
    const isKnown = this.testIds.length >= this.getEpochEnd(epoch - EPOCH_DELAY);
    return isKnown ? this.getEpochEnd(epoch) : position;
  }

  /** Draws the next test. The shares for its epoch must be known. */
  next(): IteratorYieldResult<PlannedTest> {
    return { done: false, value: this.draw(undefined) };
  }

  /**
   * Records results, in plan order. `coverage` covers all tests so far. Tests that this plan has not drawn are from an
   * earlier session and are looked up by id.
   */
  learn({ tests = [], instructions, waves, behaviours = [] }: LoggedResult, coverage: CoverageData): void {
    for (const [row, id] of tests.entries()) {
      if (this.testIds.length === this.drawn) this.draw(id);
      this.testIds.push(id);
      const { sequence } = parseTestId(id);
      this.byName.get(sequence)?.work.add(instructions[row]!, waves[row]!);
      this.behaviours.add(sequence, behaviours[row] ?? []);
    }
    const epoch = this.getEpoch(this.testIds.length - 1);
    if (this.testIds.length !== this.getEpochEnd(epoch)) return;
    const rare = countRareBinsBySequence(coverage, this.source.overrides.faults.length > 0);
    const novel = this.behaviours.valueBySequence();
    const armStats = this.arms.map(({ source, baseShare, work }) => ({
      baseShare,
      work,
      rareBins: rare.get(source.sequence.name) ?? 0,
      novelty: novel.get(source.sequence.name) ?? 0,
    }));
    this.sharesByEpoch.set(epoch + EPOCH_DELAY, computeShares(armStats));
  }

  /** Draws the test at the next position. `id` is its id, if known from the log. */
  private draw(id: string | undefined): PlannedTest {
    const preset = this.source.first[this.drawn];
    this.beginEpoch();
    this.drawn++;
    if (preset !== undefined) return preset;
    const arm = this.pickArm();
    const { test, features } = id === undefined ? this.pickCandidate(arm) : this.findCandidate(id, arm);
    if (features !== undefined) this.counts.add(features);
    arm.drawn++;
    return test;
  }

  private beginEpoch(): void {
    const epoch = this.getEpoch(this.drawn);
    const shares = this.sharesByEpoch.get(epoch);
    if (shares === undefined) return;
    for (const [index, arm] of this.arms.entries()) arm.share = shares[index]!;
    this.sharesByEpoch.delete(epoch);
  }

  /**
   * Picks the next test's sequence. Each sequence runs once before any is repeated, so behaviour unique to one of them
   * occurs in the first round. After that, every prefix of an epoch gives each sequence its share, to within one test.
   */
  private pickArm(): Arm {
    const untried = this.firstRound.find(({ drawn }) => drawn === 0);
    if (untried !== undefined) return untried;
    let chosen = this.arms[0]!;
    for (const arm of this.arms) {
      arm.credit += arm.share;
      if (arm.credit > chosen.credit) chosen = arm;
    }
    chosen.credit--;
    return chosen;
  }

  private pickCandidate({ source: { sequence }, drawn }: Arm): Candidate {
    const isFirst = drawn % FIRST_CANDIDATE_INTERVAL === FIRST_CANDIDATE_INTERVAL - 1;
    const measureNovelty = (features: ReadonlySet<string>): number => this.counts.computeNovelty(features);
    return this.candidates.choose(sequence, drawn, isFirst ? undefined : measureNovelty);
  }

  private findCandidate(id: string, arm: Arm): Candidate {
    const { sequence, index } = parseTestId(id);
    const number = index - CANDIDATES * arm.drawn;
    if (sequence !== arm.source.sequence.name || number < 0 || number >= CANDIDATES) {
      throw new UsageError(
        `Cannot resume the run: test ${this.drawn - 1} in its log is ${id}, which is not among the planned candidates of ${arm.source.sequence.name}`,
      );
    }
    return this.candidates.make(arm.source.sequence, arm.drawn, number);
  }

  /** Returns the epoch that contains a position. The preset tests, which run first, count as part of epoch 0. */
  private getEpoch(position: number): number {
    return Math.max(0, Math.floor((position - this.source.first.length) / EPOCH_TESTS));
  }

  /** Returns the position at which an epoch ends, or 0 for epochs before the first. */
  private getEpochEnd(epoch: number): number {
    return epoch < 0 ? 0 : this.source.first.length + (epoch + 1) * EPOCH_TESTS;
  }
}
