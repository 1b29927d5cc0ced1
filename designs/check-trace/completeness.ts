import type { Scenario, Transaction } from '../../transactions/index.js';

/** Tracks a trace's work in progress, and reports unfinished work at its end. */
export class Completeness {
  private readonly unfinished = new Set<number>();
  private readonly drawsLeft: Set<number>;
  private readonly dumpsLeft: Set<string>;
  private isAtRest = false;
  private isStopped = false;
  /** The number of waiters that the trace reported when the device became idle. */
  private waitingCount = 0;

  constructor({ draws, memory }: Scenario) {
    this.drawsLeft = new Set(draws.keys());
    this.dumpsLeft = new Set(
      memory.filter(({ compare }) => compare.kind !== 'ignore').map(({ name }) => name),
    );
  }

  observe(transaction: Transaction): void {
    switch (transaction.kind) {
      case 'wave-formed':
        this.unfinished.add(transaction.wave);
        break;
      case 'wave-ended':
        this.unfinished.delete(transaction.wave);
        break;
      case 'draw-end':
        this.drawsLeft.delete(transaction.draw);
        break;
      case 'memory-dumped':
        this.dumpsLeft.delete(transaction.object);
        break;
      case 'quiesced':
        this.isAtRest = true;
        this.waitingCount = transaction.waiting.length;
        break;
      case 'stopped':
        this.isStopped = true;
        break;
      default:
    }
  }

  /** Returns the reasons why the trace is incomplete, one sentence each, or nothing if it is complete. */
  shortfalls(): string[] {
    // If the device becomes idle with work left, HANG reports it, and the trace is complete.
    const isHung = this.isAtRest && this.waitingCount > 0;
    return [
      ...(this.isStopped ? ['a budget ended the run (stopped)'] : []),
      ...(this.isAtRest ? [] : ['the device does not come to rest (no quiesced)']),
      ...(isHung ? [] : [describeMissing('draw', this.drawsLeft, 'draw-end')]),
      ...(isHung ? [] : [describeMissing('wave', this.unfinished, 'wave-ended')]),
      describeMissing('memory object', this.dumpsLeft, 'memory-dumped'),
    ].filter((text) => text !== '');
  }
}

function describeMissing(what: string, left: ReadonlySet<number | string>, kind: string): string {
  const [first] = left;
  if (first === undefined) return '';
  const subject = left.size === 1 ? `${first} has` : `${first} and ${left.size - 1} more have`;
  return `${what} ${subject} no ${kind}`;
}
