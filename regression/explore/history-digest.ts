import type { Transaction } from '../../transactions/index.js';

/** Binary logarithm of the bytes of a line. */
const LINE_BITS = 7;

/** Kinds that are about a part of the device which waves share, with that part: judges may compare one wave's with another's. */
const SHARED: Readonly<Partial<Record<Transaction['kind'], string>>> = {
  'draw-begin': 'formation',
  'draw-end': 'formation',
  primitive: 'formation',
  overlap: 'formation',
  'wave-formed': 'formation',
  'wave-launched': 'launch',
  'section-exit': 'exits',
  'exiting-id-visible': 'exits',
  'export-granted': 'exports',
};

/** Parts whose history another part's event sees: a wave that is formed meets the waves that have not exited. */
const SEES: Readonly<Record<string, string>> = { formation: 'exits' };

/** An access that was issued: whose it is, and the lines that its lanes address. */
interface Issued {
  readonly wave: number;
  readonly isLoad: boolean;
  readonly lines: ReadonlySet<number>;
}

/**
 * The past of a run as far as judges may need it at the end: for each wave, its transactions in order; for each part of the device
 * that waves share, the order in which they reached it; and for each line of memory, the order of its stores and the loads
 * between them. Times and numbers of accesses do not count.
 *
 * Runs with equal digests differ only in the order of transactions that have neither a wave, nor a part, nor a line in common. Judges see
 * no difference between these, which the comparison with the search without reductions holds them to.
 */
export class HistoryDigest {
  private readonly chains = new Map<string, number>();
  private readonly accesses = new Map<number, Issued>();

  /** Receives the transactions of a run. */
  readonly observe = (transaction: Transaction): void => {
    const shared = SHARED[transaction.kind];
    const text = textOf(transaction);
    if (shared !== undefined) this.extend(shared, `${text} ${this.chains.get(SEES[shared] ?? '') ?? 0}`);
    if (transaction.kind === 'memory-issued') this.issued(transaction);
    if ('wave' in transaction) this.extend(`wave ${transaction.wave}`, text);
    if (transaction.kind === 'memory-performed') this.performed(transaction.access);
  };

  /** The digest of all that came so far. */
  get digest(): string {
    let [sum, product] = [0, 1];
    for (const [name, value] of this.chains) {
      const link = hash(name, value);
      sum = (sum + link) | 0;
      product = Math.imul(product, link | 1);
    }
    return `${(sum >>> 0).toString(16)}${(product >>> 0).toString(16)}`;
  }

  private issued({
    wave,
    access,
    operation,
    addresses,
    lanesLo,
    lanesHi,
    bytes,
  }: Extract<Transaction, { kind: 'memory-issued' }>): void {
    const lines = new Set<number>();
    for (let lane = 0; lane < 64; lane++) {
      if ((((lane < 32 ? lanesLo : lanesHi) >>> (lane & 31)) & 1) === 0) continue;
      const first = addresses[lane]!;
      for (let at = first; at < first + bytes; at += 4) lines.add(Math.floor(at / 2 ** LINE_BITS));
    }
    this.accesses.set(access, { wave, isLoad: operation === 'load', lines });
  }

  private performed(access: number): void {
    const issued = this.accesses.get(access);
    if (issued === undefined) return;
    const { wave, isLoad, lines } = issued;
    for (const line of lines) {
      const stores = this.chains.get(`stores ${line}`) ?? 0;
      this.extend(`wave ${wave}`, `${line} ${stores}`);
      // Loads between two stores may come in any order.
      const loads = this.chains.get(`loads ${line}`) ?? 0;
      if (isLoad) this.chains.set(`loads ${line}`, (loads + hash(`${wave}`, stores)) | 0);
      else this.extend(`stores ${line}`, `${wave} ${loads}`);
    }
  }

  private extend(name: string, text: string): void {
    this.chains.set(name, hash(text, this.chains.get(name) ?? 0));
  }
}

/** Kind and numbers of a transaction, but for its time and the number of its access. */
function textOf(transaction: Transaction): string {
  let text: string = transaction.kind;
  for (const [name, value] of Object.entries(transaction))
    if (name !== 'cycle' && name !== 'access' && typeof value === 'number') text += ` ${value}`;
  return text;
}

function hash(text: string, start: number): number {
  let value = start ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) | 0;
}
