import {
  type DecodedProgram,
  type Instruction,
  makeWaveState,
  SCALAR,
  type WaveState,
} from '../../arch/index.js';
import type { KnobValues } from '../../transactions/index.js';
import { getCounterMap } from '../counters.js';
import { computeWaveId } from '../db/wave-ids.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import { ROUND_MAX } from './spec.js';

/** Returns the id that a poll reads, given the visible id and the one that the wave last read. */
type IdReader = (visible: number, last: number) => number;

/** The outcome of a trial iteration with a given exiting id. */
type Outcome = 'repeats' | 'exits' | 'too-long';

/** How a wave waits in a polling loop. */
export interface ParkPlan {
  /** The sequence number at which the loop exits, or infinity if no visible id ends it. */
  readonly target: number;
  /** Number of instructions per iteration. */
  readonly length: number;
}

/**
 * Runs iterations on a copy of the scalar registers to determine whether a wave at `s_sleep` is in a loop that only
 * polls the exiting id or never ends. If so, also finds the id at which the loop exits. The ids up to the wave's own
 * are tried in the order in which the wave would see them, so even a wave whose comparison is buggy stays parked for
 * exactly as long as it would have kept looping.
 */
export class PollLoop {
  private scratch!: WaveState;
  /** The scalar registers before a trial iteration. */
  private previousScalars!: Int32Array;
  /** Number of instructions in the last iteration. */
  private length = 0;
  /** Whether the last iteration read the exiting id. If not, only a scalar load can end the loop. */
  private isPolling = false;
  private enabled = false;
  /** The id that the wave last read. */
  private polled = -1;
  private reader: IdReader = (visible) => visible;

  constructor(
    private readonly freedoms: KnobValues,
    private readonly lanes: WaveState['lanes'],
    private readonly scalars: number,
    private readonly defaultReader: IdReader = (visible) => visible,
  ) {}

  /**
   * Works out how long a wave will wait. Returns undefined if the loop does more than poll, or would exit now.
   *
   * @param sleepIndex index of the sleep that every iteration returns to
   * @param next index of the instruction after it
   * @param visible sequence number currently visible to polls
   * @param last largest sequence number that polls may see later
   * @param reader returns the id that a poll reads
   */
  plan(
    wave: Wave,
    program: DecodedProgram,
    sleepIndex: number,
    next: number,
    visible: number,
    last = wave.sequence + 1 + (wave.section.messageSent ? this.freedoms.idWrap : 0),
    reader = this.defaultReader,
  ): ParkPlan | undefined {
    this.reader = reader;
    this.enabled = wave.section.packerEnabled;
    this.polled = wave.polling.lastId;
    this.makeScratch();
    assert(this.scratch.s.length === wave.state.s.length, 'the copy contains all scalars');
    assert(this.previousScalars.length === this.scratch.s.length, 'both copies are the same size');
    this.scratch.s.set(wave.state.s);
    this.scratch.hw.set(wave.state.hw);
    const iterate = (sequence: number): Outcome => this.iterate(program, sleepIndex, next, sequence);
    if (iterate(visible) !== 'repeats') return undefined;
    this.previousScalars.set(this.scratch.s);
    if (iterate(visible) !== 'repeats' || !this.isSame()) return undefined;
    if (!this.isPolling && wave.counters[getCounterMap(program.gfx).message] !== 0) return undefined;
    const { length } = this;
    assert(length <= ROUND_MAX, 'a polling iteration stays within the limit');
    for (let sequence = visible + 1; this.enabled && sequence <= last; sequence++) {
      // A loop that sleeps between its comparison and its branch reacts to a poll one iteration late.
      const first = iterate(sequence);
      const outcome = first === 'repeats' ? iterate(sequence) : first;
      if (outcome === 'exits') return { target: sequence, length };
      if (outcome === 'too-long') return undefined;
    }
    return { target: Number.POSITIVE_INFINITY, length };
  }

  private makeScratch(): void {
    this.scratch ??= makeWaveState(this.lanes, 1, this.scalars);
    this.previousScalars ??= new Int32Array(this.scratch.s.length);
  }

  /** Whether the scalar registers are the same as before the iteration. */
  private isSame(): boolean {
    return this.scratch.s.every((value, register) => value === this.previousScalars[register]);
  }

  /** Runs one iteration from the instruction after the sleep. */
  private iterate(program: DecodedProgram, sleepIndex: number, next: number, sequence: number): Outcome {
    this.isPolling = false;
    this.length = 1;
    let index = next;
    for (let step = 1; step <= ROUND_MAX; step++) {
      if (index === sleepIndex) return 'repeats';
      const instruction = program.instructions[index];
      if (instruction === undefined) return 'exits';
      const { kind } = instruction;
      let isTaken = false;
      if (kind === 'branch') isTaken = instruction.execute(this.scratch) === 1;
      else if (isScalar(instruction)) this.step(instruction, sequence);
      else if (kind !== 'nop') return 'exits';
      if (kind !== 'nop') this.length++;
      index = isTaken ? instruction.target : index + 1;
    }
    return 'too-long';
  }

  private readId(sequence: number): number {
    return this.reader(computeWaveId(this.freedoms, sequence), this.polled);
  }

  private step(instruction: Instruction, sequence: number): void {
    if (instruction.readsExitingId) {
      this.isPolling = true;
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
