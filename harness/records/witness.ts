import {
  listCoveredPixels,
  type Scenario,
  type Transaction,
  type TransactionSink,
  type Violation,
  type WaveFormed,
} from '../../transactions/index.js';

/** The maximum number of waves in a diagram, for most rules. */
const MAX_WAVES = 2;
/** The maximum number of waves in a diagram that shows a wait chain. */
const MAX_CHAIN = 4;

/** The data for a violation's diagram. */
export interface Witness {
  readonly violation: Violation;
  /** The waves involved, in formation order. */
  readonly waves: readonly number[];
  /** Copies of all transactions that involve these waves, and of all `exiting-id-visible` ones, in stream order. */
  readonly transactions: readonly Transaction[];
}

/** Records every wave formed in a run, so that `chooseWaves` can pick the ones to show in a violation's diagram. */
export class FormedWaves {
  readonly formed: WaveFormed[] = [];
  readonly observe: TransactionSink = (transaction) => {
    if (transaction.kind === 'wave-formed') this.formed.push(copyTransaction(transaction));
  };
}

/**
 * Chooses the waves involved in a violation: those named in its location and text, or else its packer's newest wave. If
 * there is only one, the nearest wave that shares a pixel with it is added. Returns no waves if none can be identified.
 */
export function chooseWaves(
  violation: Violation,
  formed: readonly WaveFormed[],
  draws: Scenario['draws'],
): number[] {
  const { place, observed, steps, rule } = violation;
  const limit = rule.startsWith('HANG') ? MAX_CHAIN : MAX_WAVES;
  const byNumber = new Map(formed.map((wave) => [wave.wave, wave]));
  const numbers = [place.wave, place.otherWave, ...findWaveNumbers([observed, ...steps])];
  const result = [...new Set(numbers)].filter((wave) => wave !== undefined && byNumber.has(wave)) as number[];
  const newest = formed.findLast(({ packer, cycle }) => packer === place.packer && cycle <= violation.cycle);
  if (result.length === 0 && newest !== undefined) result.push(newest.wave);
  if (result.length === 1) {
    const partner = findNeighbour(byNumber.get(result[0])!, formed, violation, draws);
    if (partner !== undefined) result.push(partner);
  }
  return result.slice(0, limit).sort((a, b) => a - b);
}

function findWaveNumbers(sentences: readonly string[]): number[] {
  return sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(/\bwave (\d+) \(/g), ([, digits]) => Number(digits)),
  );
}

/**
 * Finds the nearest other wave that covers the violation's pixel or, if it has none, any pixel of the given wave.
 * Earlier waves are preferred except for an early exit (RACE-01), which affects later ones.
 */
function findNeighbour(
  wave: WaveFormed,
  formed: readonly WaveFormed[],
  { place, rule }: Violation,
  draws: Scenario['draws'],
): number | undefined {
  const getPixelKeys = (formedWave: WaveFormed): Set<string> =>
    new Set(
      listCoveredPixels(formedWave, draws.at(formedWave.draw)?.samples ?? 1).map(({ x, y }) => `${x},${y}`),
    );
  const pixelKeys =
    place.pixel === undefined ? getPixelKeys(wave) : new Set([`${place.pixel[0]},${place.pixel[1]}`]);
  const earlierWaves = formed.filter((other) => other.wave < wave.wave).reverse();
  const laterWaves = formed.filter((other) => other.wave > wave.wave);
  const order = rule === 'RACE-01' ? [...laterWaves, ...earlierWaves] : [...earlierWaves, ...laterWaves];
  return order.find((other) => [...getPixelKeys(other)].some((pixel) => pixelKeys.has(pixel)))?.wave;
}

/** Copies the transactions needed for a diagram of the given waves. */
export function createWitnessSink(waves: readonly number[], copies: Transaction[]): TransactionSink {
  const chosenWaves = new Set(waves);
  return (transaction) => {
    const isNeeded =
      'wave' in transaction ? chosenWaves.has(transaction.wave) : transaction.kind === 'exiting-id-visible';
    if (isNeeded) copies.push(copyTransaction(transaction));
  };
}

/** Copies a transaction, including its borrowed arrays. */
function copyTransaction<T extends Transaction>(transaction: T): T {
  const entries = Object.entries(transaction).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? (value as Int32Array).slice() : value,
  ]);
  return Object.fromEntries(entries) as T;
}
