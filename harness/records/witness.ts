import {
  coveredPixels,
  type Scenario,
  type Transaction,
  type TransactionSink,
  type Violation,
  type WaveFormed,
} from '../../transactions/index.js';

/** Waves in a picture: two for most rules; a chain of waits may take more. */
const PAIR = 2;
const CHAIN_MAX = 4;

/** Data for a violation's picture. */
export interface Witness {
  readonly violation: Violation;
  /** Waves involved, in formation order. */
  readonly waves: readonly number[];
  /** Copies, in stream order: all transactions of these waves, and how exiting ids became visible. */
  readonly transactions: readonly Transaction[];
}

/** Records every formed wave of a run, to choose a violation's cast from. */
export class FormedWaves {
  readonly formed: WaveFormed[] = [];
  readonly observe: TransactionSink = (transaction) => {
    if (transaction.kind === 'wave-formed') this.formed.push(copyOf(transaction));
  };
}

/**
 * Waves of a violation: those of its place and those named in its text; if there are none, the newest of its packer. If that is
 * only one wave, its nearest neighbour over a shared pixel is added. Empty if nothing points to a wave of the run.
 */
export function wavesOfWitness(
  violation: Violation,
  formed: readonly WaveFormed[],
  draws: Scenario['draws'],
): number[] {
  const { place, observed, steps, rule } = violation;
  const limit = rule.startsWith('HANG') ? CHAIN_MAX : PAIR;
  const byNumber = new Map(formed.map((wave) => [wave.wave, wave]));
  const named = [place.wave, place.otherWave, ...wavesNamedIn([observed, ...steps])];
  const cast = [...new Set(named)].filter((wave) => wave !== undefined && byNumber.has(wave)) as number[];
  const newest = formed.findLast(({ packer, cycle }) => packer === place.packer && cycle <= violation.cycle);
  if (cast.length === 0 && newest !== undefined) cast.push(newest.wave);
  if (cast.length === 1) {
    const partner = neighbourOf(byNumber.get(cast[0])!, formed, violation, draws);
    if (partner !== undefined) cast.push(partner);
  }
  return cast.slice(0, limit).sort((a, b) => a - b);
}

function wavesNamedIn(sentences: readonly string[]): number[] {
  return sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(/\bwave (\d+) \(/g), ([, digits]) => Number(digits)),
  );
}

/**
 * The nearest wave that shares a pixel, if any: preferably an earlier one; for an early exit (RACE-01), which affects later
 * waves, preferably a later one.
 */
function neighbourOf(
  wave: WaveFormed,
  formed: readonly WaveFormed[],
  { place, rule }: Violation,
  draws: Scenario['draws'],
): number | undefined {
  const pixelsOf = (one: WaveFormed): Set<string> =>
    new Set(coveredPixels(one, draws.at(one.draw)?.samples ?? 1).map(({ x, y }) => `${x},${y}`));
  const focus = place.pixel === undefined ? pixelsOf(wave) : new Set([`${place.pixel[0]},${place.pixel[1]}`]);
  const before = formed.filter((other) => other.wave < wave.wave).reverse();
  const after = formed.filter((other) => other.wave > wave.wave);
  const order = rule === 'RACE-01' ? [...after, ...before] : [...before, ...after];
  return order.find((other) => [...pixelsOf(other)].some((pixel) => focus.has(pixel)))?.wave;
}

/** Copies the transactions needed to picture these waves. */
export function witnessSink(waves: readonly number[], kept: Transaction[]): TransactionSink {
  const cast = new Set(waves);
  return (transaction) => {
    const wanted =
      'wave' in transaction ? cast.has(transaction.wave) : transaction.kind === 'exiting-id-visible';
    if (wanted) kept.push(copyOf(transaction));
  };
}

/** The transaction with its borrowed arrays copied. */
function copyOf<T extends Transaction>(transaction: T): T {
  const entries = Object.entries(transaction).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? (value as Int32Array).slice() : value,
  ]);
  return Object.fromEntries(entries) as T;
}
