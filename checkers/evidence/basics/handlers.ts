import type {
  InstructionsIssued,
  Handlers as KindHandlers,
  Transaction,
  TransactionKind,
} from '../../../transactions/index.js';
import { DefaultMap } from './default-map.js';

type RepeatHandler = NonNullable<Handlers['instructions-repeated']>;

/** Counts consecutive identical instruction batches. */
export class RepeatCounter {
  /** The first batch of the current run, or undefined between runs. */
  private batch: InstructionsIssued | undefined;
  /** Number of times that the batch has been repeated in the current run. */
  private times = 0;

  private readonly handlers: readonly RepeatHandler[];

  constructor(handlers: readonly RepeatHandler[]) {
    this.handlers = handlers.filter((handler) => handler !== ignoreRepeats);
  }

  /** Returns whether this batch repeats the last one, and counts it if so. Repeats are reported when the run ends. */
  countIfRepeat(next: InstructionsIssued): boolean {
    if (this.batch !== undefined) {
      if (next === this.batch || isSameBatch(next, this.batch)) {
        this.times++;
        return true;
      }
      this.end();
    }
    this.batch = next;
    return false;
  }

  /** Ends the current run and reports the number of repeats to the handlers. */
  end(): void {
    const { batch, times } = this;
    this.batch = undefined;
    this.times = 0;
    if (batch === undefined || times === 0) return;
    for (const handler of this.handlers) handler(batch, times);
  }
}

function isSameBatch(a: InstructionsIssued, b: InstructionsIssued): boolean {
  return a.first === b.first && a.last === b.last && a.wave === b.wave && a.cycle === b.cycle;
}

/** Returns the owners' handlers for repeated batches, or undefined if any owner must receive every batch. */
export function collectRepeatHandlers(owners: readonly Handlers[]): RepeatHandler[] | undefined {
  const receivers = owners.filter((owner) => owner['instructions-issued'] !== undefined);
  const repeated = receivers.flatMap((owner) => owner['instructions-repeated'] ?? []);
  return repeated.length === receivers.length ? repeated : undefined;
}

type Handler = (first: Transaction, second?: Transaction) => void;

/**
 * Merges the handlers of a rule's parts, including `onWave` and `finish`. Those for the same kind run in the order of
 * `parts`.
 */
export function mergeHandlers<Part extends Handlers & { readonly onWave?: object }>(
  owners: readonly (Part | undefined)[],
): Part {
  const parts = owners.filter((owner) => owner !== undefined);
  const onWave = parts.flatMap((part) => part.onWave ?? []);
  const repeated = collectRepeatHandlers(parts);
  return {
    ...mergeFunctions(parts),
    ...(onWave.length > 0 && { onWave: mergeFunctions(onWave) }),
    ...(repeated?.length && {
      'instructions-repeated': (stretch, times) => {
        for (const handler of repeated) handler(stretch, times);
      },
    }),
  } as Part;
}

/** The keys of parts that `mergeHandlers` merges in their own ways. */
const MERGED_APART: ReadonlySet<string> = new Set(['instructions-repeated', 'onWave']);

function mergeFunctions(records: readonly object[]): Record<string, Handler> {
  const handlersByName = new DefaultMap<string, Handler[]>(() => []);
  for (const record of records as readonly Record<string, Handler>[])
    for (const name of Object.keys(record))
      if (!MERGED_APART.has(name)) handlersByName.getOrCreate(name).push(record[name]);
  const merged: Record<string, Handler> = {};
  for (const [name, handlers] of handlersByName)
    merged[name] =
      handlers.length === 1
        ? handlers[0]
        : (first, second) => {
            for (let i = 0; i < handlers.length; i++) handlers[i](first, second);
          };
  return merged;
}

/** A handler for each kind of transaction the owner handles, and optionally one for repeated instruction batches. */
export interface Handlers extends KindHandlers {
  /**
   * Handles `times` more batches identical to the last one, with the same effect as that many `instructions-issued`
   * calls. A loop without visible effects reports the same batch dozens of times in a cycle. Repeats are counted
   * only if every owner that handles batches has this handler.
   */
  readonly 'instructions-repeated'?: (batch: InstructionsIssued, times: number) => void;
}

/** A handler for owners that can ignore repeated batches. */
export const ignoreRepeats: NonNullable<Handlers['instructions-repeated']> = () => undefined;

/** A callback for long pauses in the stream. */
export interface PauseWatch {
  /** Maximum length of an unreported pause, in cycles. */
  readonly maxIgnoredPause: number;
  /**
   * Called when a pause ends, with the kind of the transaction that ends it, before any handler receives that
   * transaction.
   */
  readonly onEnd: (since: number, until: number, kind: TransactionKind) => void;
}
