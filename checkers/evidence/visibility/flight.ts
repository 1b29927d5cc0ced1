import type { WordSource } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { allocateFloats } from '../basics/run-arrays.js';
import { hasLane } from '../basics/words.js';
import type { WaveRecord } from '../ledger/wave-record.js';

/** Stride between a lane's consecutive dwords in an access's data. */
const DATA_STRIDE = 64;

/** An access that has been issued but not yet performed at the last level it must reach. */
export interface InFlightAccess {
  readonly wave: WaveRecord;
  /** Its transaction, whose own addresses the model reuses. */
  readonly issued: MemoryIssued;
  /** Each lane's addresses, one per texel, at a stride of 64. */
  readonly addresses: Float64Array;
  /** Caches on the access's path hold no data older than this cycle (`InvalidatedCaches.freshSince`). */
  readonly freshSince: number;
  /** Whether the access is a store that was performed in a cache above L2 but has not reached L2 yet. */
  isAboveL2: boolean;
}

/**
 * Called for each word of an access. `location` is a single object that is reused for all words, because passing
 * the address as a number would box it each time.
 */
type VisitWord = (location: { readonly address: number }, value: number, mask: number, lane: number) => void;

/** Creates in-flight access records, and recycles the address arrays of completed accesses. */
export class InFlightAccessPool {
  private readonly pool: Float64Array[] = [];

  constructor(private readonly memory: WordSource) {}

  /** Creates the record for an access being issued. Copies the addresses, since the model reuses their memory. */
  create(issued: MemoryIssued, wave: WaveRecord, freshSince: number): InFlightAccess {
    return { wave, issued, addresses: this.copyAddresses(issued), freshSince, isAboveL2: false };
  }

  /** Recycles the addresses of a completed access. */
  release({ addresses }: InFlightAccess): void {
    if (addresses.length === DATA_STRIDE) this.pool.push(addresses);
  }

  private copyAddresses({ addresses, texelsPerLane = 1 }: MemoryIssued): Float64Array {
    if (texelsPerLane !== 1 || addresses.length < DATA_STRIDE)
      return addresses.slice(0, DATA_STRIDE * texelsPerLane);
    const copy = this.pool.pop() ?? allocateFloats(this.memory, DATA_STRIDE);
    for (let lane = 0; lane < DATA_STRIDE; lane++) copy[lane] = addresses[lane];
    return copy;
  }
}

/**
 * Visits the words that an access touches, with their values from `data`. `mask` contains the bits that are
 * accessed: all of them, unless the access is misaligned or smaller than a word. Skips helper lanes, which touch
 * memory that the wave does not own.
 */
export function forEachWord(
  { wave, issued, addresses }: InFlightAccess,
  data: Int32Array,
  visit: VisitWord,
): void {
  const { lanesLo, lanesHi, bytes, space } = issued;
  const location = { address: Number.NaN };
  for (let element = 0; element < addresses.length; element++) {
    const lane = element % DATA_STRIDE;
    const address = addresses[element];
    if (!hasLane(lanesLo, lanesHi, lane) || address < 0) continue;
    if (space !== 'scalar' && !(wave.lanePixels[lane] >= 0)) continue;
    if (bytes % 4 !== 0 || address % 4 !== 0) {
      visitBytes(address, bytes, element, data, (wordAddress, value, mask) => {
        location.address = wordAddress;
        visit(location, value, mask, lane);
      });
      continue;
    }
    for (let word = 0; word < bytes / 4; word++) {
      location.address = address + word * 4;
      visit(location, data[word * DATA_STRIDE + element], -1, lane);
    }
  }
}

/** Visits the words of the texel at index `element`, for accesses that are misaligned or smaller than a word. */
function visitBytes(
  address: number,
  bytes: number,
  element: number,
  data: Int32Array,
  visit: (address: number, value: number, mask: number) => void,
): void {
  for (let word = Math.floor(address / 4) * 4; word < address + bytes; word += 4) {
    let value = 0;
    let mask = 0;
    for (let byte = 0; byte < 4; byte++) {
      const i = word + byte - address;
      if (i < 0 || i >= bytes) continue;
      value |= ((data[(i >> 2) * DATA_STRIDE + element] >>> ((i & 3) * 8)) & 0xff) << (byte * 8);
      mask |= 0xff << (byte * 8);
    }
    visit(word, value, mask);
  }
}
