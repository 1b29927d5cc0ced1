import type { Instruction, MemoryOperation, MemoryRequest, WaveState } from '../../arch/index.js';
import { findMax, getParameterIndex, SCALAR } from '../../arch/index.js';
import { BANKS, PASS_LANES } from './spec.js';

/** The parameters of each primitive are P0, P10 and P20. */
const PARAMETERS_PER_PRIMITIVE = 3;

/**
 * Returns the requests of a direct-path read, each as a bit mask of banks. A parameter load needs P0, P10 and
 * P20 of every primitive of the wave; other reads need a single dword, at the byte address in M0 [15:0]. A
 * request reads at most one dword per bank. Parameter dwords are four apart, so up to eight fit in one request
 * (P-135, X-010).
 *
 * @param firstDword the first dword of the wave's LDS allocation.
 * @param parameter undefined if all lanes read the same dword.
 */
export function requestsOfDirectRead(
  state: WaveState,
  firstDword: number,
  parameter: Instruction['parameter'],
): number[] {
  const requests: number[] = [];
  const add = (dword: number): void => {
    const bank = 1 << ((firstDword + dword) % BANKS);
    const last = requests.length - 1;
    if (last < 0 || (requests[last] & bank) !== 0) requests.push(bank);
    else requests[last] |= bank;
  };
  if (parameter === undefined) add((state.s[SCALAR.M0] & 0xffff) >>> 2);
  else addParameters(state, parameter, add);
  return requests;
}

function addParameters(
  { s, lanes }: WaveState,
  { attribute, component }: NonNullable<Instruction['parameter']>,
  add: (dword: number) => void,
): void {
  let last = -1;
  for (let quad = 0; quad < lanes / 4; quad++) {
    const dword = getParameterIndex(s[SCALAR.M0], quad, attribute, 0, component);
    if (dword === last) continue;
    last = dword;
    for (let selector = 0; selector < PARAMETERS_PER_PRIMITIVE; selector++) add(dword + 4 * selector);
  }
}

/**
 * Returns how many cycles an indexed access occupies the banks. Each pass takes as long as its busiest bank, which
 * serves one dword per cycle (P-128). Lanes that access the same dword are served together, except for atomics.
 * A lane exchange takes one cycle per pass.
 */
export function countAccessCycles(
  request: MemoryRequest,
  { access, bytes, isLaneExchange }: MemoryOperation,
): number {
  if (isLaneExchange === true) return (request.lanesLo === 0 ? 0 : 1) + (request.lanesHi === 0 ? 0 : 1);
  const perLane = access === 'atomic';
  const dwords = Math.ceil(bytes / 4);
  return (
    cyclesOfPass(request, request.lanesLo, 0, dwords, perLane) +
    cyclesOfPass(request, request.lanesHi, PASS_LANES, dwords, perLane)
  );
}

function cyclesOfPass(
  { addresses }: MemoryRequest,
  lanes: number,
  first: number,
  dwords: number,
  perLane: boolean,
): number {
  // Up to a few dozen words, a list is faster than a set.
  const servedWords: number[] = [];
  const load = new Int32Array(BANKS);
  for (let bits = lanes; bits !== 0; bits &= bits - 1) {
    const lane = first + 31 - Math.clz32(bits & -bits);
    for (let dword = 0; addresses[lane] >= 0 && dword < dwords; dword++) {
      const word = Math.floor(addresses[lane] / 4) + dword;
      if (!perLane && servedWords.includes(word)) continue;
      servedWords.push(word);
      load[word % BANKS]++;
    }
  }
  return findMax(load);
}
