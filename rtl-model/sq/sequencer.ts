import type { Instruction, StraightRuns } from '../../arch/index.js';
import { getStraightRuns, SCALAR, UnsupportedOperation } from '../../arch/index.js';
import type { InstructionsIssued } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { EXPORTS } from '../counters.js';
import { assert } from '../kernel/assert.js';
import { NO_TOKEN } from '../kernel/index.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import { getMaxConstants, STEP, type WavePlan } from '../spi/wave-plan.js';
import type { InstructionCache } from '../sqc/instruction-cache.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { countDown } from '../wave-counters.js';
import { Accesses, type AccessPorts } from './accesses.js';
import type { Barriers } from './barriers.js';
import { areCountersZero, meetsThresholds, setThresholds, withCounters } from './counters.js';
import { type DeparturePorts, Departures } from './departures.js';
import { EndlessLoops, type IsLooping } from './endless-loops.js';
import { Entry } from './entry.js';
import { selectedPacker } from './hwreg.js';
import { IssueSlots, issueCyclesOf } from './issue.js';
import { BURST_MAX } from './spec.js';
import { VisibleInstructions } from './visible-instructions.js';

/** The sequencer's connections to the units around it. */
export interface SequencerPorts extends AccessPorts, DeparturePorts {
  readonly instructionCache: InstructionCache;
  readonly trackers: readonly ExitTracking[];
  readonly barriers: Barriers;
  /** Called when a wave has ended and has nothing outstanding. */
  waveDrained(wave: Wave): void;
  /** Whether the only waves that can still make progress are looping without changing state. */
  onlyLoopsRemain(isLooping: IsLooping): boolean;
}

/** Returned instead of an instruction index if the wave is in an infinite loop. */
const STOPPED = -1;

/**
 * Runs shader code. Each event runs a burst of up to `BURST_MAX` instructions of a wave, which ends early before an
 * externally visible instruction or if the wave has to wait. A visible instruction is always the first of its burst.
 */
export class Sequencer {
  /** Number of instructions executed so far. */
  instructions = 0;
  /** The wave that has executed the most instructions since its launch. */
  longest: Wave | undefined;
  /** Instruction count of `longest`. */
  maxExecutedPerWave = 0;
  readonly loops: EndlessLoops;
  readonly entry: Entry;
  readonly departures: Departures;
  private readonly issue: IssueSlots;
  /** Issue cycles of each plan's instructions. */
  private readonly issueCycles: readonly Uint8Array[];
  private readonly accesses: Accesses;
  private readonly visible: VisibleInstructions;
  /** The last reported run of instructions. A loop without visible effects reports the same run repeatedly. */
  private reported: InstructionsIssued | undefined;
  private reportedFirst = -1;
  private reportedLast = -1;
  /** The straight-line runs of each plan. */
  private readonly runs: readonly StraightRuns[];

  constructor(
    private readonly context: DeviceContext,
    readonly ports: SequencerPorts,
    plans: readonly WavePlan[],
  ) {
    const reportIssued = (wave: Wave, instruction: Instruction): void =>
      this.report(wave, instruction.index, instruction.index);
    this.accesses = new Accesses(context, ports, reportIssued);
    this.runs = plans.map((plan) => getStraightRuns(plan.program));
    this.issue = new IssueSlots(context);
    this.issueCycles = plans.map((plan) => issueCyclesOf(plan.program));
    this.loops = new EndlessLoops(context, plans, (isLooping) => ports.onlyLoopsRemain(isLooping));
    this.departures = new Departures(context, ports, reportIssued);
    this.entry = new Entry(context, ports.trackers, SCALAR.CONSTANTS + getMaxConstants(plans));
    this.visible = new VisibleInstructions(context, ports.barriers, this.accesses, this, reportIssued);
    context.inject(this);
  }

  /** Whether all trap handlers have finished. */
  get isIdle(): boolean {
    return this.accesses.isIdle;
  }

  /** Handles a `WAVE` event: the wave continues from where it stopped. */
  run(wave: Wave): void {
    const { wheel } = this.context;
    if (wave.resumeToken !== wheel.token || wave.isStopped) return;
    if (!this.issue.tryStart(wave)) {
      wave.resumeToken = wheel.schedule(1, makeEvent(UNIT.WAVE, wave.index));
      return;
    }
    assert(wave.slot >= 0 && !wave.ended, 'a running wave has a slot and has not ended');
    wave.resumeToken = NO_TOKEN;
    if (wave.status === STATUS.SLEEPING) this.entry.wake(wave);
    else if (wave.status === STATUS.TRAPPED) this.accesses.returnFromTrap(wave);
    wave.status = STATUS.RUNNING;
    this.continueRun(wave);
  }

  /** Makes a waiting wave recheck its condition in this cycle. */
  resume(wave: Wave): void {
    assert(wave.slot >= 0 && !wave.ended, 'a resumed wave has a slot and has not ended');
    wave.status = STATUS.RUNNING;
    this.continueRun(wave);
  }

  /** Completes an access: decrements its counter, which may let the wave continue. */
  accessReturned(record: AccessRecord): void {
    assert(record.waveNumber === record.wave.number, 'a wave outlives its accesses');
    this.accesses.returned(record);
    this.recheckCounters(record.wave);
  }

  /** Completes an export or parameter load. */
  exportReturned(wave: Wave): void {
    countDown(wave, EXPORTS);
    this.recheckCounters(wave);
  }

  /** Called when a message has been delivered. */
  messageReturned(wave: Wave): void {
    countDown(wave, this.context.counterMap.message);
    this.recheckCounters(wave);
  }

  /** Called when a data share has responded to the wave. */
  dataShareReturned(wave: Wave): void {
    countDown(wave, this.context.counterMap.local);
    this.recheckCounters(wave);
  }

  /**
   * Stops a wave forever. Its slot stays in use (P-149). A wave that has already ended keeps its slot, but nothing more
   * is reported.
   */
  halt(wave: Wave, reason: string): void {
    if (wave.isHalted) return;
    this.entry.forget(wave);
    wave.status = STATUS.HALTED;
    assert(reason !== '', 'a halted wave has a reason');
    wave.haltReason = reason;
    if (wave.ended) return;
    const { sink, now } = this.context;
    const pc = getPc(wave);
    if (sink) sink({ kind: 'wave-ended', cycle: now, wave: wave.number, pc, by: 'halt', reason });
  }

  /** Continues the wave. An unsupported descriptor or mode halts it with a reason that names the problem. */
  private continueRun(wave: Wave): void {
    if (wave.loops.endless !== undefined) return;
    try {
      this.burst(wave);
    } catch (error) {
      if (!(error instanceof UnsupportedOperation)) throw error;
      const { mnemonic } = wave.work.program.instructions[wave.state.next];
      this.halt(wave, `${error.message} at ${mnemonic}`);
    }
  }

  private burst(wave: Wave): void {
    const { state, work, fetched } = wave;
    const { steps } = work;
    const runs = this.runs[work.index];
    const { instructions } = work.program;
    const { instructionCache } = this.ports;
    let first = state.next;
    const cycleCounts = this.issueCycles[work.index];
    let executed = 0;
    let issueCycles = 0;
    while (executed < BURST_MAX) {
      const index = state.next;
      if (!fetched.has(index) && instructionCache.isMissing(wave)) break;
      assert(fetched.has(index) || instructions[index] === undefined, 'only fetched instructions execute');
      const instruction = instructions[index];
      const step = steps[index];
      if (step === STEP.PLAIN) {
        const length = Math.min(runs.lengths[index], BURST_MAX - executed, fetched.end - index);
        runs.execute(index, length, state);
        executed += length - 1;
        issueCycles += length - 1;
      } else if (step === STEP.BRANCH) {
        first = this.branch(wave, instruction, first);
        if (
          first < index &&
          first === state.next &&
          runs.lengths[first] === index - first &&
          fetched.has(first)
        ) {
          const length = index - first + 1;
          const maxIterations = Math.floor((BURST_MAX - executed - 1) / length);
          const iterations = this.repeatRun(wave, instruction, runs, maxIterations);
          executed += iterations * length;
          issueCycles += iterations * length;
          if (wave.loops.endless !== undefined) first = STOPPED;
        }
        if (first === STOPPED) {
          this.countInstructions(wave, executed);
          return;
        }
      } else if (step === STEP.SKIP) {
        state.next = index + 1;
      } else if (step === STEP.WAIT || step === STEP.WAIT_THEN_PLAIN) {
        if (first < index) this.report(wave, first, index - 1);
        first = index;
        if (!this.waitForCounters(wave, instruction)) {
          this.countInstructions(wave, executed);
          return;
        }
        if (step === STEP.WAIT_THEN_PLAIN) instruction.execute(state);
        else first = index + 1;
        state.next = index + 1;
      } else if (executed > 0 && instruction !== undefined) {
        break;
      } else if (instruction !== undefined && this.visible.perform(wave, instruction)) {
        if (!instruction.readsExitingId) first = state.next;
      } else {
        if (instruction === undefined) this.halt(wave, 'ran past the end of the program');
        return;
      }
      executed++;
      issueCycles += cycleCounts[index];
    }
    if (first < state.next) this.report(wave, first, state.next - 1);
    this.countInstructions(wave, executed);
    this.continueAfter(wave, issueCycles);
  }

  private countInstructions(wave: Wave, executed: number): void {
    assert(executed >= 0 && executed <= BURST_MAX, 'a burst stays within its limit');
    this.instructions += executed;
    wave.loops.executed += executed;
    if (wave.loops.executed <= this.maxExecutedPerWave) return;
    this.maxExecutedPerWave = wave.loops.executed;
    this.longest = wave;
  }

  /** Follows a branch. Returns where the wave's straight-line run now starts, or `STOPPED` if the wave stops. */
  branch(wave: Wave, instruction: Instruction, first: number): number {
    const { state } = wave;
    if (instruction.execute(state) !== 1) {
      state.next++;
      return first;
    }
    this.report(wave, first, state.next);
    const { target } = instruction;
    assert(target >= 0, 'a branch targets an instruction');
    state.next = target;
    return target <= instruction.index && this.loops.onBackwardBranch(wave, instruction) ? STOPPED : target;
  }

  /**
   * Repeats the straight-line run that ends in `branch` until the branch is not taken, the wave stops, or
   * `maxIterations` iterations are done. Returns the number of iterations. Compute-only loops spend most of their time
   * here. Iterations report nothing else, so their reports can follow the last, even if that cannot be executed.
   */
  private repeatRun(wave: Wave, branch: Instruction, runs: StraightRuns, maxIterations: number): number {
    const { state } = wave;
    const { target, index } = branch;
    let iterations = 0;
    let isTaken = true;
    let isStopped = false;
    try {
      while (isTaken && !isStopped && iterations < maxIterations) {
        runs.execute(target, index - target, state);
        iterations++;
        isTaken = branch.execute(state) === 1;
        state.next = isTaken ? target : index + 1;
        isStopped = isTaken && this.loops.onBackwardBranch(wave, branch);
      }
    } finally {
      this.report(wave, target, index, isTaken ? iterations : iterations - 1);
    }
    return iterations;
  }

  /** Called after a wave writes a hardware register: updates whether it has a packer selected. */
  updatePacker(wave: Wave): void {
    wave.section.packerEnabled = selectedPacker(this.context.facts, wave.state.hw) >= 0;
  }

  /** Whether the instruction's wait is already satisfied. If not, makes the wave wait. */
  waitForCounters(wave: Wave, instruction: Instruction): boolean {
    setThresholds(wave, instruction.limits!);
    if (!meetsThresholds(wave)) {
      wave.status = STATUS.COUNTER;
      return false;
    }
    const { sink, now } = this.context;
    if (!sink) return true;
    const { pc } = instruction;
    const { number } = wave;
    // The zeros reserve room for the counters, because V8 is slow at adding properties to an object.
    const done = { kind: 'wait-done', cycle: now, wave: number, pc, vm: 0, vs: 0, lgkm: 0, exp: 0 } as const;
    sink(withCounters(done, wave, this.context.counterMap));
    return true;
  }

  private recheckCounters(wave: Wave): void {
    if (wave.status === STATUS.COUNTER && meetsThresholds(wave)) this.resume(wave);
    else if (wave.status === STATUS.DRAINING) this.drain(wave);
  }

  /** Frees the slot of a wave that has ended, once nothing is outstanding. */
  drain(wave: Wave): void {
    assert(wave.ended, 'a wave drains only after its program has ended');
    if (areCountersZero(wave)) this.ports.waveDrained(wave);
  }

  private report(wave: Wave, first: number, last: number, times = 1): void {
    const { sink, now: cycle } = this.context;
    if (!sink) return;
    const { reported } = this;
    const isSame = first === this.reportedFirst && last === this.reportedLast;
    if (!isSame || reported?.wave !== wave.number || reported.cycle !== cycle) {
      const { instructions } = wave.work.program;
      const { pc: from } = instructions[first];
      const { pc: to } = instructions[last];
      this.reported = { kind: 'instructions-issued', cycle, wave: wave.number, first: from, last: to };
      this.reportedFirst = first;
      this.reportedLast = last;
    }
    const batch = this.reported!;
    for (let i = 0; i < times; i++) sink(batch);
  }

  private continueAfter(wave: Wave, issueCycles: number): void {
    assert(!wave.isHalted && !wave.ended, 'a wave that has ended cannot resume');
    const { context } = this;
    const gap = context.latency(CHOICE.ISSUE_GAP, context.freedoms.issueGap);
    const delay = this.issue.delay(wave, issueCycles, gap);
    const { instructionCache } = this.ports;
    if (instructionCache.isMissing(wave)) {
      instructionCache.request(wave, context.now + delay);
      return;
    }
    assert(delay >= 0, 'a wave cannot resume in the past');
    wave.resumeToken = context.wheel.schedule(delay, makeEvent(UNIT.WAVE, wave.index));
  }
}

/** Returns the byte offset of a wave's current instruction, or -1 if it is past the end of the program. */
export function getPc(wave: Wave): number {
  return wave.work.program.instructions[wave.state.next]?.pc ?? -1;
}
