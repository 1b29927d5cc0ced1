import type { Scenario, Transaction } from '../../transactions/index.js';

/** Tracks a trace's work in progress, and reports unfinished work at its end. */
export class Completeness {
  private readonly unfinishedWaves = new Set<number>();
  private readonly remainingDraws: Set<number>;
  private readonly remainingDumps: Set<string>;
  private isIdle = false;
  private isStopped = false;
  /** The number of waiters that the trace reported when the device became idle. */
  private waitingCount = 0;

  constructor({ draws, memory }: Scenario) {
    this.remainingDraws = new Set(draws.keys());
    this.remainingDumps = new Set(
      memory.filter(({ compare }) => compare.kind !== 'ignore').map(({ name }) => name),
    );
  }

  observe(transaction: Transaction): void {
    switch (transaction.kind) {
      case 'wave-formed':
        this.unfinishedWaves.add(transaction.wave);
        break;
      case 'wave-ended':
        this.unfinishedWaves.delete(transaction.wave);
        break;
      case 'draw-end':
        this.remainingDraws.delete(transaction.draw);
        break;
      case 'memory-dumped':
        this.remainingDumps.delete(transaction.object);
        break;
      case 'quiesced':
        this.isIdle = true;
        this.waitingCount = transaction.waiting.length;
        break;
      case 'stopped':
        this.isStopped = true;
        break;
      default:
    }
  }

  /** Returns the reasons the trace is incomplete, one sentence each. Empty if it is complete. */
  findShortfalls(): string[] {
    // If the device becomes idle with work outstanding, the trace is complete, and a HANG rule reports the hang.
    const isHung = this.isIdle && this.waitingCount > 0;
    return [
      ...(this.isStopped ? ['the run hit a budget (`stopped` record)'] : []),
      ...(this.isIdle ? [] : ['the device never becomes idle (no `quiesced` record)']),
      ...(isHung ? [] : [describeMissing('draw', this.remainingDraws, 'draw-end')]),
      ...(isHung ? [] : [describeMissing('wave', this.unfinishedWaves, 'wave-ended')]),
      describeMissing('memory object', this.remainingDumps, 'memory-dumped'),
    ].filter((text) => text !== '');
  }
}

function describeMissing(noun: string, remaining: ReadonlySet<number | string>, kind: string): string {
  const [first] = remaining;
  if (first === undefined) return '';
  const subject = remaining.size === 1 ? `${first} has` : `${first} and ${remaining.size - 1} more have`;
  return `${noun} ${subject} no \`${kind}\` record`;
}
