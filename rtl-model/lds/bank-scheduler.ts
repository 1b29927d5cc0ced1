import { assert } from '../kernel/assert.js';
import { SIMDS_PER_WGP } from '../placement.js';
import { CLEAN_BANKS } from './faults.js';
import { PAIR_SIMDS } from './spec.js';

const PAIRS = SIMDS_PER_WGP / PAIR_SIMDS;

/** A queued direct-path read: the banks of each request, and the number of requests sent so far. */
interface DirectRead<Operation> {
  readonly operation: Operation;
  readonly requests: readonly number[];
  sentCount: number;
}

interface IndexedAccess<Operation> {
  readonly operation: Operation;
  readonly cycles: number;
}

/**
 * Schedules a processor's banks, which the direct path and indexed accesses share (P-132). While both have requests,
 * they take turns. The direct requests of a pair of SIMDs are served together if their banks differ, and otherwise one
 * after the other. The pairs also take turns, so all requesting SIMDs are served in rotation (P-126, P-136). Each
 * sequencer nominates its oldest indexed access, and the scheduler serves these round-robin (P-130, P-139).
 *
 * Example: SIMDs 0 and 1, which form a pair, both read bank 0 in cycle 5. One is served in cycle 5, the other in cycle
 * 6.
 */
export class BankScheduler<Operation = number> {
  private readonly reads: readonly DirectRead<Operation>[][] = Array.from(
    { length: SIMDS_PER_WGP },
    () => [],
  );
  private readonly accesses: readonly IndexedAccess<Operation>[][] = Array.from(
    { length: SIMDS_PER_WGP },
    () => [],
  );
  /** The first cycle in which the banks are free again after the last indexed access. */
  private busyUntil = 0;
  private lastWasIndexed = false;
  /** The round-robin positions: the next pair, the next SIMD of each pair, and the next SIMD for indexed accesses. */
  private nextPair = 0;
  private readonly nextInPair = new Int32Array(PAIRS);
  private nextIndexed = 0;

  /**
   * @param onServed called when an indexed access or the last request of a read is granted the banks. `end` is the
   *   cycle in which the banks become free again.
   * @param onSent called when a read request is sent to the given banks.
   */
  constructor(
    private readonly onServed: (operation: Operation, end: number) => void,
    private readonly onSent: (operation: Operation, banks: number) => void = () => {},
    private readonly outputs = CLEAN_BANKS,
  ) {}

  /**
   * Queues a sequencer's read. Each of its requests is a set of banks, one bit per bank, and one request is sent per
   * cycle (P-135).
   */
  read(simd: number, operation: Operation, requests: readonly number[]): void {
    assert(
      requests.length > 0 && requests.every((banks) => banks !== 0),
      'every request of a read touches a bank',
    );
    this.reads[simd].push({ operation, requests, sentCount: 0 });
  }

  /** Queues a sequencer's indexed access. */
  access(simd: number, operation: Operation, cycles: number): void {
    assert(cycles > 0, 'an access takes at least one cycle');
    this.accesses[simd].push({ operation, cycles });
  }

  /** Returns the queued operations. */
  getWaiting(): readonly Operation[] {
    return [...this.reads, ...this.accesses].flatMap((queue) => queue.map(({ operation }) => operation));
  }

  /**
   * Serves the waiting requests that fit into this cycle. Returns the next cycle in which a request can be served, or
   * -1 if none are waiting.
   */
  step(now: number): number {
    if (this.busyUntil <= now) this.serve(now);
    return this.hasRequest(this.reads) || this.hasRequest(this.accesses)
      ? Math.max(now + 1, this.busyUntil)
      : -1;
  }

  private serve(now: number): void {
    const hasDirect = this.hasRequest(this.reads);
    const hasIndexed = this.hasRequest(this.accesses);
    assert(hasDirect || hasIndexed, 'banks are only granted while a request is waiting');
    this.lastWasIndexed = hasIndexed && !(hasDirect && this.lastWasIndexed);
    if (this.lastWasIndexed) this.serveIndexed(now);
    else this.serveDirect(now);
  }

  private hasRequest(queues: readonly (readonly unknown[])[]): boolean {
    return queues.some((queue) => queue.length > 0);
  }

  private serveIndexed(now: number): void {
    let simd = this.nextIndexed;
    for (let turn = 1; turn < SIMDS_PER_WGP && this.accesses[simd].length === 0; turn++)
      simd = (simd + 1) % SIMDS_PER_WGP;
    const { operation, cycles } = this.accesses[simd].shift()!;
    this.nextIndexed = (simd + 1) % SIMDS_PER_WGP;
    this.busyUntil = now + this.outputs.countOccupied(cycles);
    this.onServed(operation, this.busyUntil);
  }

  private serveDirect(now: number): void {
    let pair = this.nextPair;
    for (let turn = 1; turn < PAIRS && !this.hasRequest(this.pairQueues(pair)); turn++)
      pair = (pair + 1) % PAIRS;
    this.nextPair = (pair + 1) % PAIRS;
    const queues = this.pairQueues(pair);
    const first =
      queues[this.nextInPair[pair]].length > 0 ? this.nextInPair[pair] : 1 - this.nextInPair[pair];
    const other = 1 - first;
    const banks = this.send(queues[first], now, 0);
    assert(banks !== 0, 'the pair to be served has a request');
    this.nextInPair[pair] = this.send(queues[other], now, banks) === 0 ? other : first;
  }

  private pairQueues(pair: number): readonly DirectRead<Operation>[][] {
    return this.reads.slice(pair * PAIR_SIMDS, (pair + 1) * PAIR_SIMDS);
  }

  /**
   * Sends a sequencer's oldest request, unless one of its banks is already taken. Returns the banks that the request
   * uses, or 0 if nothing was sent.
   */
  private send(queue: DirectRead<Operation>[], now: number, takenBanks: number): number {
    const [read] = queue;
    if (read === undefined || this.outputs.collides(read.requests[read.sentCount], takenBanks)) return 0;
    const banks = read.requests[read.sentCount++];
    this.onSent(read.operation, banks);
    assert(read.sentCount <= read.requests.length, 'a completed read must have been dequeued');
    if (read.sentCount === read.requests.length) {
      queue.shift();
      this.onServed(read.operation, now + 1);
    }
    return banks;
  }
}
