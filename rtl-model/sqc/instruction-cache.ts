import { type DecodedProgram, memoisePerProgram } from '../../arch/index.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { NO_TOKEN } from '../kernel/index.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { WavePlan } from '../spi/wave-plan.js';
import { STATUS, type Wave } from '../wave.js';
import { BANKS, LINE_BITS, PROGRAM_LINES } from './spec.js';

/** Cache decisions that determine when waves continue. */
export const CLEAN_CODE = {
  /** Returns the address whose line must be present before a wave can issue the `bytes`-byte instruction at `pc`. */
  neededByte: (pc: number, bytes: number): number => pc + bytes - 1,
  /**
   * Returns the cycle in which a wave continues, given the earliest cycle it could continue and the cycle its line
   * arrives.
   */
  resumesAt: (earliest: number, arrival: number): number => Math.max(earliest, arrival),
  /** Returns the device-wide number of a program's first line, given the program's number. */
  firstLine: (program: number): number => program * PROGRAM_LINES,
};

/**
 * Maps each instruction to the cache line it needs, which is the one containing its last byte. If an instruction
 * straddles two lines, its first part is already in the sequencer's buffer.
 */
export class CodeLines {
  /** Each instruction's line number within the program. */
  readonly line: Int32Array;
  /** The first instruction in each instruction's line. */
  readonly first: Int32Array;
  /** One past the last instruction in each instruction's line. */
  readonly end: Int32Array;

  constructor(
    { instructions }: DecodedProgram,
    { neededByte }: Pick<typeof CLEAN_CODE, 'neededByte'> = CLEAN_CODE,
  ) {
    const count = instructions.length;
    this.line = Int32Array.from(
      instructions,
      ({ pc, words }) => neededByte(pc, 4 * words.length) >>> LINE_BITS,
    );
    this.first = new Int32Array(count);
    this.end = new Int32Array(count);
    // Out-of-range reads give undefined, which never matches a line.
    for (let index = 0; index < count; index++) {
      const isSameLine = this.line[index] === this.line[index - 1];
      this.first[index] = isSameLine ? this.first[index - 1] : index;
    }
    for (let index = count - 1; index >= 0; index--) {
      const isSameLine = this.line[index] === this.line[index + 1];
      this.end[index] = isSameLine ? this.end[index + 1] : index + 1;
    }
  }
}

/** The lines stored in one bank, with their arrival cycles. The least recently used line is evicted first. */
export class LineStore {
  /** The arrival cycle of each line, least recently used first. */
  private readonly arrivals = new Map<number, number>();

  /** @param capacity number of lines, at least 1 */
  constructor(private readonly capacity: number) {}

  /** Marks a line as used and returns the cycle in which it arrives, or undefined if it is not in the bank. */
  use(line: number): number | undefined {
    const arrival = this.arrivals.get(line);
    if (arrival === undefined) return undefined;
    this.arrivals.delete(line);
    this.arrivals.set(line, arrival);
    return arrival;
  }

  /** Allocates a line whose data arrives at `arrival` (P-104, P-106). */
  allocate(line: number, arrival: number): void {
    assert(!this.arrivals.has(line), 'a line is allocated at most once');
    assert(this.arrivals.size <= this.capacity, "the bank's lines are within its capacity");
    if (this.arrivals.size === this.capacity) {
      const [oldest] = this.arrivals.keys();
      this.arrivals.delete(oldest);
    }
    assert(this.arrivals.size < this.capacity, 'the bank has room for the line');
    this.arrivals.set(line, arrival);
  }
}

/**
 * Queues requests for one bank. Each sequencer has a queue (P-101), and the queues are served in rounds. In each round,
 * every waiting sequencer is granted one request, in an order chosen by the schedule. The request at the head of a
 * queue is served no later than the end of the next round (P-102).
 */
export class FetchQueues {
  private readonly queues: readonly Wave[][] = Array.from({ length: SIMDS_PER_WGP }, () => []);
  /** A bit mask of the non-empty queues. */
  private waiting = 0;
  /** A bit mask of the sequencers that have been served in this round. */
  private served = 0;
  /** The SIMDs whose requests can be granted. */
  private readonly candidates = new Int32Array(SIMDS_PER_WGP);

  constructor(private readonly context: DeviceContext) {
    context.inject(this);
  }

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** Appends a wave's request to the queue of its sequencer. */
  push(wave: Wave): void {
    const sequencer = wave.place.simd % SIMDS_PER_WGP;
    assert(!this.queues[sequencer].includes(wave), 'a wave has at most one line request');
    this.queues[sequencer].push(wave);
    this.waiting |= 1 << sequencer;
  }

  /** Removes and returns the request that the bank serves next, or returns undefined if none is granted. */
  take(): Wave | undefined {
    const sequencer = this.pickSequencer();
    if (sequencer < 0) return undefined;
    const queue = this.queues[sequencer];
    assert(queue.length > 0, 'only a queued request can be granted');
    this.served |= 1 << sequencer;
    if (queue.length === 1) this.waiting &= ~(1 << sequencer);
    return queue.shift();
  }

  private pickSequencer(): number {
    let count = 0;
    for (let bits = this.due(); bits !== 0; bits &= bits - 1) {
      const sequencer = 31 - Math.clz32(bits & -bits);
      this.candidates[count++] = this.queues[sequencer][0].place.simd;
    }
    if (count === 0) return -1;
    const picked = this.context.choices.choose(CHOICE.FETCH_QUEUE, count, this.candidates);
    assert(picked < count, 'the picked request is a candidate');
    return this.candidates[picked] % SIMDS_PER_WGP;
  }

  /** Returns a mask of the waiting sequencers not yet served in this round. Starts a new round if there are none. */
  due(): number {
    if ((this.waiting & ~this.served) === 0) this.served = 0;
    return this.waiting & ~this.served;
  }
}

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
  private readonly outputs: typeof CLEAN_CODE;

  constructor(
    private readonly context: DeviceContext,
    plans: readonly WavePlan[],
  ) {
    this.isModelled = context.freedoms.instructionCacheLines > 0;
    this.outputs = context.outputs(CLEAN_CODE);
    this.lines = this.isModelled ? plans.map(({ program }) => this.makeLines(program)) : [];
  }

  /** Whether the wave must request its next instruction. Past the end of the program, no line is needed. */
  isMissing(wave: Wave): boolean {
    const { next } = wave.state;
    if (wave.fetched.has(next)) return false;
    if (this.isModelled) return next < wave.work.program.instructions.length;
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
    assert(wave.resumeToken === NO_TOKEN, 'no event is pending for a wave that waits for a line');
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

  private findLine({ work, state }: Wave): number {
    return this.outputs.firstLine(work.code) + this.lines[work.index].line[state.next];
  }

  private findBank(wave: Wave): number {
    return wave.place.wgp * BANKS + bankOfLine(this.findLine(wave));
  }
}

const makeCleanLines = memoisePerProgram((program) => new CodeLines(program));
