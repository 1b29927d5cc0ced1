import type { MemoryIssued } from '../../transactions/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** Distance between two dwords of a lane in an access's data. */
const DATA_STRIDE = 64;

/** One access between its issue and the last level it reaches, with its addresses. */
export interface Flight {
  readonly wave: WaveRecord;
  readonly issued: Pick<
    MemoryIssued,
    'access' | 'pc' | 'cycle' | 'operation' | 'space' | 'bytes' | 'glc' | 'dlc' | 'lanesLo' | 'lanesHi'
  >;
  readonly addresses: Float64Array;
  /** A store that was performed above L2 and not yet there. */
  isLow: boolean;
}

/** Keeps what is borrowed of an issue. */
export function flightOf(t: MemoryIssued, wave: WaveRecord): Flight {
  const { access, pc, cycle, operation, space, bytes, glc, dlc, lanesLo, lanesHi } = t;
  return {
    wave,
    issued: { access, pc, cycle, operation, space, bytes, glc, dlc, lanesLo, lanesHi },
    addresses: t.addresses.slice(),
    isLow: false,
  };
}

/**
 * Visits the words that the invocations of an access touch, with their values in `data`: `whole` is false where only
 * part of the word is meant. Helper lanes, which touch what the wave does not own, are left out.
 */
export function forEachWord(
  { wave, issued, addresses }: Flight,
  data: Int32Array,
  visit: (address: number, value: number, whole: boolean, lane: number) => void,
): void {
  const { lanesLo, lanesHi, bytes, space } = issued;
  for (let lane = 0; lane < DATA_STRIDE; lane++) {
    const lanes = lane < 32 ? lanesLo : lanesHi;
    if (((lanes >>> (lane & 31)) & 1) === 0 || addresses[lane] < 0) continue;
    if (space !== 'scalar' && !(wave.lanePixels[lane] >= 0)) continue;
    const whole = bytes % 4 === 0 && addresses[lane] % 4 === 0;
    const words = Math.ceil(bytes / 4);
    for (let word = 0; word < words; word++) {
      visit(addresses[lane] + word * 4, data[word * DATA_STRIDE + lane], whole, lane);
    }
  }
}
