import type { DecodedProgram, Instruction, WaveState } from '../../arch/index.js';
import { makeWaveState, SCALAR } from '../../arch/index.js';
import type { Freedoms } from '../../transactions/index.js';
import { getCounterMap } from '../counters.js';
import { computeWaveId } from '../db/wave-ids.js';
import { FIXED, type FieldRules, SCRATCH } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { findFirstExit, type PathStep, recogniseCompareLoop } from './compare-loop.js';
import { ROUND_MAX } from './spec.js';

/** Returned once the whole recorded path has been followed. */
const ROUND_DONE = -1;

/** Returns the id that a poll reads, given the id that is shown and the one that the wave last read. */
type IdReader = (shown: number, last: number) => number;

/** The outcome of a trial iteration with a given exiting id. */
type RoundOutcome = 'repeats' | 'leaves' | 'changes';

/** How a wave waits in a polling loop. */
export interface ParkPlan {
  /** The sequence number at which the loop exits, or infinity if no visible id ends it. */
  readonly target: number;
  /** Number of instructions per iteration. */
  readonly length: number;
}

/**
 * Runs iterations on a copy of the scalar registers to determine whether a wave at `s_sleep` is in a loop that
 * waits only for the exiting id, or for nothing at all, and at which id the loop exits. The ids up to the
 * wave's own are tried in the order in which the wave would see them, starting with the first that can change
 * the result of the comparison. A wave with a faulty comparison therefore parks exactly where it would keep
 * looping.
 */
export class PollLoop {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<PollLoop> = {
    freedoms: FIXED,
    scratch: SCRATCH,
    previousScalars: SCRATCH,
    path: SCRATCH,
    enabled: SCRATCH,
    polled: SCRATCH,
    read: SCRATCH,
  };

  /** The copy for trial iterations, created when a wave first polls. */
  private scratch!: WaveState;
  /** The scalar registers before a trial iteration. */
  private previousScalars!: Int32Array;
  /** The instructions of the last complete iteration, in order, and whether each is a taken branch. */
  private readonly path: PathStep[] = [];
  private enabled = false;
  /** The id that the wave last read. */
  private polled = -1;
  private read: IdReader = (shown) => shown;

  constructor(
    private readonly freedoms: Freedoms,
    private readonly lanes: WaveState['lanes'],
    private readonly scalars: number,
    private readonly idRead: IdReader = (shown) => shown,
  ) {}

  /**
   * Plans a wave's wait. Returns undefined if the loop does more than poll, or would exit now.
   *
   * @param home index of the sleep that every iteration returns to
   * @param next index of the instruction after it
   * @param shown sequence number that polls see now
   * @param last largest sequence number that they can see later
   * @param read returns the id that a poll reads
   */
  plan(
    wave: Wave,
    program: DecodedProgram,
    home: number,
    next: number,
    shown: number,
    last = wave.sequence + 1 + (wave.section.messageSent ? this.freedoms.idWrap : 0),
    read = this.idRead,
  ): ParkPlan | undefined {
    this.read = read;
    this.enabled = wave.section.packerEnabled;
    this.polled = wave.polling.lastId;
    this.makeScratch();
    assert(this.scratch.s.length === wave.state.s.length, 'the copy contains all scalars');
    assert(this.previousScalars.length === this.scratch.s.length, 'both copies contain the same scalars');
    this.scratch.s.set(wave.state.s);
    this.scratch.hw.set(wave.state.hw);
    if (this.tryRound(program, home, next, shown) !== 'repeats') return undefined;
    this.previousScalars.set(this.scratch.s);
    if (this.tryRound(program, home, next, shown) !== 'repeats' || !this.isUnchanged()) return undefined;
    if (!this.isPolling() && wave.counters[getCounterMap(program.gfx).message] !== 0) return undefined;
    const length = this.path.length + 1;
    assert(length <= ROUND_MAX, 'a polling iteration stays within the limit');
    const compare = this.enabled ? recogniseCompareLoop(this.path) : undefined;
    const readId = (sequence: number): number => this.readId(sequence);
    const first =
      compare === undefined
        ? shown + 1
        : findFirstExit(compare, this.scratch, readId(shown), shown + 1, last, readId);
    for (let sequence = first; this.enabled && sequence <= last; sequence++) {
      let index = this.followPath(sequence);
      // A loop that sleeps between its comparison and its branch reacts to a poll one iteration late.
      if (index === ROUND_DONE) index = this.followPath(sequence);
      if (index === ROUND_DONE) continue;
      const outcome = this.walk(program, home, index, sequence, undefined);
      assert(sequence > shown, 'the wave waits for an id that has not been shown yet');
      if (outcome === 'leaves') return { target: sequence, length };
      if (outcome === 'changes') return undefined;
    }
    return { target: Number.POSITIVE_INFINITY, length };
  }

  private makeScratch(): void {
    this.scratch ??= makeWaveState(this.lanes, 1, this.scalars);
    this.previousScalars ??= new Int32Array(this.scratch.s.length);
  }

  /** Whether the iteration reads the exiting id. If not, only a scalar load can end the loop. */
  private isPolling(): boolean {
    return this.path.some(({ instruction }) => instruction.readsExitingId);
  }

  private isUnchanged(): boolean {
    return this.scratch.s.every((value, register) => value === this.previousScalars[register]);
  }

  /** Runs one iteration from the start and records its path. */
  private tryRound(program: DecodedProgram, home: number, next: number, sequence: number): RoundOutcome {
    this.path.length = 0;
    return this.walk(program, home, next, sequence, this.path);
  }

  /** Continues an iteration at `from` and adds its steps to `path`, which is undefined if the iteration has polled. */
  private walk(
    program: DecodedProgram,
    home: number,
    from: number,
    sequence: number,
    path: PathStep[] | undefined,
  ): RoundOutcome {
    let index = from;
    for (let length = 1; length < ROUND_MAX; length++) {
      if (index === home) return 'repeats';
      const instruction = program.instructions[index];
      if (instruction === undefined) return 'leaves';
      let isTaken = false;
      if (instruction.kind === 'branch') {
        isTaken = instruction.execute(this.scratch) === 1;
      } else if (isScalar(instruction)) {
        this.step(instruction, sequence);
      } else if (instruction.kind !== 'nop') {
        return 'leaves';
      }
      if (instruction.kind !== 'nop') path?.push({ instruction, isTaken });
      index = isTaken ? instruction.target : index + 1;
    }
    return 'changes';
  }

  /**
   * Follows the recorded path with another id. Most iterations take this path, and following it is several times
   * faster than finding it. Returns `ROUND_DONE`, or the index of the first instruction off the path.
   */
  private followPath(sequence: number): number {
    for (const { instruction, isTaken } of this.path) {
      if (instruction.kind !== 'branch') {
        this.step(instruction, sequence);
        continue;
      }
      const isTakenNow = instruction.execute(this.scratch) === 1;
      if (isTakenNow !== isTaken) return isTakenNow ? instruction.target : instruction.index + 1;
    }
    return ROUND_DONE;
  }

  private readId(sequence: number): number {
    return this.read(computeWaveId(this.freedoms, sequence), this.polled);
  }

  private step(instruction: Instruction, sequence: number): void {
    if (instruction.readsExitingId) {
      this.scratch.s[SCALAR.EXITING_WAVE_ID] = this.enabled ? this.readId(sequence) : 0;
    }
    instruction.execute(this.scratch);
  }
}

function isScalar(instruction: Instruction): boolean {
  return (
    instruction.kind === 'alu' &&
    instruction.defines.vectors.length === 0 &&
    instruction.uses.vectors.length === 0
  );
}
