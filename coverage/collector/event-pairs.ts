import type { Transaction, TransactionKind } from '../../transactions/index.js';

/** Number of hash slots for pairs of events. Pairs that collide count as one. */
export const PAIR_SLOTS = 1 << 12;
/** Shift that keeps only a hash's highest bits, which are the slot number. */
const SLOT_SHIFT = 20;
/**
 * Number of event chains, each of which remembers its last event: one per wave, plus one for events without a wave.
 * A new wave reuses the chain of one that ended long ago.
 */
const CHAIN_COUNT = 1 << 12;
/** Multiplier for Fibonacci hashing. */
const GOLDEN = 0x9e3779b1;
/** Factor that makes the hash depend on the order of the two events. */
const ORDER_FACTOR = 5;

/** The field of each kind that says what happened. Times, numbers and addresses only say when and where. */
const DETAIL_FIELDS: { readonly [K in TransactionKind]?: string } = {
  'memory-issued': 'operation',
  'memory-performed': 'level',
  'launch-refused': 'resource',
  woken: 'by',
  'wave-ended': 'by',
  'line-invalidated': 'by',
  'translation-failed': 'action',
};
/** A kind that occurs between most other events and only shows which code ran. */
const EXCLUDED_KIND: TransactionKind = 'instructions-issued';

/** The kind of an event as a number, and the name of its detail field. */
interface KindInfo {
  readonly code: number;
  readonly detail: string | undefined;
}

/**
 * Records what happened in a test, ignoring times: which kinds of events followed each other within a wave, or among
 * events without a wave. This resembles a fuzzer's edge coverage. Each pair maps to a hash slot. A test has about sixty
 * pairs, and four hundred tests have about seven hundred in total.
 */
export class EventPairs {
  readonly #seen = new Uint8Array(PAIR_SLOTS);
  readonly #last = new Int32Array(CHAIN_COUNT);
  readonly #kinds = new Map<TransactionKind, KindInfo>();
  readonly #details = new Map<string, number>();

  /** Starts a test. */
  begin(): void {
    this.#seen.fill(0);
    this.#last.fill(0);
  }

  /** Receives each of the test's transactions in order. */
  readonly observe = (transaction: Transaction): void => {
    const { kind } = transaction;
    if (kind === EXCLUDED_KIND) return;
    const { code, detail } = this.#getKind(kind);
    const event = detail === undefined ? code : (code + this.#getDetailCode(transaction, detail)) | 0;
    const chain = 'wave' in transaction ? 1 + (transaction.wave % (CHAIN_COUNT - 1)) : 0;
    const previous = this.#last[chain]!;
    this.#last[chain] = event;
    this.#seen[Math.imul(previous ^ Math.imul(event, ORDER_FACTOR), GOLDEN) >>> SLOT_SHIFT] = 1;
  };

  /** Returns the slots of all pairs seen so far, in ascending order. */
  listSeenSlots(): number[] {
    const slots: number[] = [];
    for (let slot = this.#seen.indexOf(1); slot >= 0; slot = this.#seen.indexOf(1, slot + 1))
      slots.push(slot);
    return slots;
  }

  #getKind(kind: TransactionKind): KindInfo {
    const cached = this.#kinds.get(kind);
    if (cached !== undefined) return cached;
    const newKind = { code: hashText(kind), detail: DETAIL_FIELDS[kind] };
    this.#kinds.set(kind, newKind);
    return newKind;
  }

  #getDetailCode(transaction: Transaction, detail: string): number {
    const text = `${(transaction as unknown as Readonly<Record<string, unknown>>)[detail]}`;
    const cached = this.#details.get(text);
    if (cached !== undefined) return cached;
    const code = hashText(text);
    this.#details.set(text, code);
    return code;
  }
}

/** Returns the FNV-1a hash of a string. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
