import { type DecodedProgram, memoisePerProgram } from '../../arch/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { NO_TOKEN } from '../kernel/index.js';
import type { WavePlan } from '../spi/wave-plan.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { CodeLines } from './code-lines.js';
import { CLEAN_CODE, CODE_FAULTS, type CodeOutputs } from './faults.js';
import { FetchQueues } from './fetch-queues.js';
import { LineStore } from './line-store.js';
import { BANKS } from './spec.js';

/** Returns the bank of a processor's cache that stores a line. */
export function bankOfLine(line: number): number {
  return line % BANKS;
}

/** The end of a wave's instruction range if fetches are not modelled. */
const NO_END = 0x7fffffff;

interface Bank {
  readonly queues: FetchQueues;
  readonly store: LineStore;
  /** The cycle in which the bank last served a request, or -1 if it has not served any. */
  servedAt: number;
  isStepScheduled: boolean;
}

/**
 * The instruction caches of the work-group processors. A sequencer's buffer holds one line per wave. When a wave runs
 * past the end of its line or branches out of it, it requests the line that it needs and continues once that arrives.
 * A bank serves one request per cycle and can serve hits while a miss is outstanding (P-103 to P-106). If
 * `instructionCacheLines` is 0, every line is always present and fetches are free.
 */
export class InstructionCache {
  /** The banks, by index. Each is created on first use. */
  private readonly banks: (Bank | undefined)[] = [];
  /** The lines of each plan. */
  private readonly lines: readonly CodeLines[];
  private readonly isModelled: boolean;
  private readonly outputs: CodeOutputs;

  constructor(
    private readonly context: DeviceContext,
    plans: readonly WavePlan[],
  ) {
    this.isModelled = context.freedoms.instructionCacheLines > 0;
    this.outputs = context.outputs(CLEAN_CODE, CODE_FAULTS);
    this.lines = this.isModelled ? plans.map(({ program }) => this.makeLines(program)) : [];
  }

  /** Whether the wave must request its next instruction. Past the end of the program, no line is needed. */
  isMissing(wave: Wave): boolean {
    const { next } = wave.state;
    if (wave.fetched.has(next)) return false;
    if (this.isModelled) return next < wave.work.program.instructions.length;
    wave.fetched.first = 0;
    wave.fetched.end = NO_END;
    return false;
  }

  /** Whether no wave is waiting for a line. */
  get isIdle(): boolean {
    return this.banks.every((bank) => bank?.queues.isEmpty ?? true);
  }

  /** Requests the wave's next instruction line. The wave continues when the line arrives, but not before `earliest`. */
  request(wave: Wave, earliest: number): void {
    assert(this.isModelled, 'only a modelled cache can be used');
    assert(earliest >= this.context.now, 'a wave cannot resume in the past');
    wave.status = STATUS.FETCH;
    wave.resumeToken = NO_TOKEN;
    wave.fetched.earliestCycle = earliest;
    const index = this.findBank(wave);
    const bank = this.getBank(index);
    const isFree = bank.queues.isEmpty && bank.servedAt !== this.context.now;
    wave.fetched.requestCycle = this.context.now;
    bank.queues.push(wave);
    if (isFree) this.serve(bank);
    if (!bank.queues.isEmpty) this.scheduleStep(index, bank);
  }

  /** Handles a `FETCH` event: the bank serves the next request. */
  step(index: number): void {
    const bank = this.getBank(index);
    assert(bank.isStepScheduled, "the bank's step was scheduled");
    bank.isStepScheduled = false;
    if (this.serve(bank) && !bank.queues.isEmpty) this.scheduleStep(index, bank);
  }

  private getBank(index: number): Bank {
    const { context } = this;
    this.banks[index] ??= {
      queues: new FetchQueues(context),
      store: new LineStore(context.freedoms.instructionCacheLines),
      servedAt: -1,
      isStepScheduled: false,
    };
    return this.banks[index];
  }

  private scheduleStep(index: number, bank: Bank): void {
    if (bank.isStepScheduled) return;
    bank.isStepScheduled = true;
    this.context.wheel.schedule(1, makeEvent(UNIT.FETCH, index));
  }

  private serve(bank: Bank): boolean {
    const wave = bank.queues.take();
    if (wave === undefined) return false;
    const { now, wheel } = this.context;
    assert(bank.servedAt < now, 'a bank serves at most one request per cycle');
    bank.servedAt = now;
    const { first, end } = this.lines[wave.work.index];
    wave.fetched.first = first[wave.state.next];
    wave.fetched.end = end[wave.state.next];
    assert(wave.fetched.has(wave.state.next), 'the line contains the next instruction');
    wave.status = STATUS.RUNNING;
    const line = this.findLine(wave);
    const arrival = this.computeArrival(bank.store, line);
    const resumeCycle = this.outputs.resumesAt(wave.fetched.earliestCycle, arrival);
    this.report(wave, line, arrival);
    wave.resumeToken = wheel.schedule(resumeCycle - now, makeEvent(UNIT.WAVE, wave.index));
    return true;
  }

  /** Returns the cycle in which a line reaches the sequencer, either from the cache or forwarded during the fill. */
  private computeArrival(store: LineStore, line: number): number {
    const { context } = this;
    const { freedoms, now } = context;
    const filled = store.use(line);
    if (filled !== undefined) {
      const read = now + context.latency(CHOICE.FETCH_LATENCY, freedoms.fetchLatency);
      return Math.max(read, filled);
    }
    const arrival = now + context.latency(CHOICE.FILL_LATENCY, freedoms.fillLatency);
    assert(arrival >= now, 'a line arrives after its request');
    store.allocate(line, arrival);
    return arrival;
  }

  private report(wave: Wave, line: number, arrives: number): void {
    const { sink, now } = this.context;
    const { requestCycle: asked } = wave.fetched;
    const bank = this.findBank(wave) % BANKS;
    if (sink) sink({ kind: 'code-line-served', cycle: now, wave: wave.number, asked, line, bank, arrives });
  }

  private makeLines(program: DecodedProgram): CodeLines {
    return this.outputs === CLEAN_CODE ? makeCleanLines(program) : new CodeLines(program, this.outputs);
  }

  /** Returns the device-wide number of the line that the wave needs next. */
  private findLine({ work, state }: Wave): number {
    return this.outputs.firstLine(work.code) + this.lines[work.index].line[state.next];
  }

  private findBank(wave: Wave): number {
    return wave.place.wgp * BANKS + bankOfLine(this.findLine(wave));
  }
}

const makeCleanLines = memoisePerProgram((program) => new CodeLines(program));
