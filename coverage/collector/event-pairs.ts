import type { Transaction, TransactionKind } from '../../transactions/index.js';

/** The number of slots for pairs of events; pairs that share a slot count as one. */
export const PAIR_PLACES = 1 << 12;
/** Reduces a hash to its highest bits, which number the slots. */
const PLACE_SHIFT = 20;
/**
 * The number of chains whose last event is kept: one per wave, and one for events without a wave. A later wave replaces one
 * that ended long ago.
 */
const CHAINS = 1 << 12;
/** The multiplier for Fibonacci hashing. */
const GOLDEN = 0x9e3779b1;
/** A factor that distinguishes the second event of a pair from the first. */
const SECOND = 5;

/** The field that tells what happened in an event, by kind; times, numbers and addresses only tell where and when. */
const DETAIL: { readonly [K in TransactionKind]?: string } = {
  'memory-issued': 'operation',
  'memory-performed': 'level',
  'launch-refused': 'resource',
  woken: 'by',
  'wave-ended': 'by',
  'line-invalidated': 'by',
  'translation-failed': 'action',
};
/** This kind occurs between most other events, and only shows which code ran. */
const EXCLUDED_KIND: TransactionKind = 'instructions-issued';

/** The kind of an event as a number, and the field with its details. */
interface Kind {
  readonly code: number;
  readonly detail: string | undefined;
}

/**
 * Records what happened in a test without times: which kinds of events followed each other in some wave, or among events
 * without a wave. This resembles the edge coverage of fuzzers. Each pair is a hash slot. A test has about sixty pairs, and four
 * hundred tests together about seven hundred.
 */
export class EventPairs {
  readonly #seen = new Uint8Array(PAIR_PLACES);
  readonly #last = new Int32Array(CHAINS);
  readonly #kinds = new Map<TransactionKind, Kind>();
  readonly #details = new Map<string, number>();

  /** Starts a test. */
  begin(): void {
    this.#seen.fill(0);
    this.#last.fill(0);
  }

  /** Receives each transaction of the test, in order. */
  readonly observe = (transaction: Transaction): void => {
    const { kind } = transaction;
    if (kind === EXCLUDED_KIND) return;
    const { code, detail } = this.#kindOf(kind);
    const event = detail === undefined ? code : (code + this.#detailCode(transaction, detail)) | 0;
    const chain = 'wave' in transaction ? 1 + (transaction.wave % (CHAINS - 1)) : 0;
    const previous = this.#last[chain]!;
    this.#last[chain] = event;
    this.#seen[Math.imul(previous ^ Math.imul(event, SECOND), GOLDEN) >>> PLACE_SHIFT] = 1;
  };

  /** The slots of all pairs so far, in ascending order. */
  places(): number[] {
    const places: number[] = [];
    for (let place = this.#seen.indexOf(1); place >= 0; place = this.#seen.indexOf(1, place + 1))
      places.push(place);
    return places;
  }

  #kindOf(kind: TransactionKind): Kind {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const created = { code: textHash(kind), detail: DETAIL[kind] };
    this.#kinds.set(kind, created);
    return created;
  }

  #detailCode(transaction: Transaction, detail: string): number {
    const text = `${(transaction as unknown as Readonly<Record<string, unknown>>)[detail]}`;
    const known = this.#details.get(text);
    if (known !== undefined) return known;
    const created = textHash(text);
    this.#details.set(text, created);
    return created;
  }
}

/** The FNV-1a hash of a string. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
