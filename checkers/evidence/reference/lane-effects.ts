import type { Instruction, MemoryOperation, MemoryRequest, WaveState } from '../../../arch/index.js';
import { SCALAR } from '../../../arch/index.js';
import { hasLane } from '../basics/words.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { getSources } from '../program/export-sources.js';
import type { ReferenceObserver } from './execute.js';

/** Stride between a lane's consecutive dwords in `data`, and between its texels in `addresses`. */
const DATA_STRIDE = 64;

/** The 32-bit FNV prime. */
const PRIME = 0x01000193;

const WORD_RANGE = 2 ** 32;

/** Hashes the stores, atomics and exports of each covered lane, in program order. */
export class LaneEffects implements ReferenceObserver {
  private readonly hashes = new Map<WaveRecord, Int32Array>();

  /** Hashes the addresses and data of a store or atomic, before it is performed. */
  readonly beforeAccess = (
    wave: WaveRecord,
    { access, dwords, texelsPerLane = 1 }: MemoryOperation,
    { lanesLo, lanesHi, addresses, data }: MemoryRequest,
  ): void => {
    if (access === 'load') return;
    this.forEachLane(wave, lanesLo, lanesHi, (lane, add) => {
      for (let texel = 0; texel < texelsPerLane; texel++) {
        const index = texel * DATA_STRIDE + lane;
        add(addresses[index] % WORD_RANGE);
        add(addresses[index] / WORD_RANGE);
        for (let d = 0; d < dwords; d++) add(data[d * DATA_STRIDE + index]);
      }
    });
  };

  /** Hashes the target and data of an export. */
  readonly onExport = (wave: WaveRecord, { export: operation }: Instruction, state: WaveState): void => {
    if (operation === undefined) return;
    const { s, v, lanes } = state;
    this.forEachLane(wave, s[SCALAR.EXEC_LO], s[SCALAR.EXEC_HI], (lane, add) => {
      add(operation.target);
      for (const source of getSources(operation)) add(v[operation.sources[source] * lanes + lane]);
    });
  };

  /** Calls `report` for each covered lane whose effects differ, in content or order, between this run and `other`. */
  visitDifferences(other: LaneEffects, report: (wave: WaveRecord, lane: number) => void): void {
    for (const wave of new Set([...this.hashes.keys(), ...other.hashes.keys()])) {
      const [ours, theirs] = [this.hashes.get(wave), other.hashes.get(wave)];
      for (let lane = 0; lane < wave.lanePixels.length; lane++)
        if ((ours?.[lane] ?? 0) !== (theirs?.[lane] ?? 0)) report(wave, lane);
    }
  }

  private forEachLane(
    wave: WaveRecord,
    lanesLo: number,
    lanesHi: number,
    visit: (lane: number, add: (word: number) => void) => void,
  ): void {
    const hashes = this.hashes.get(wave) ?? new Int32Array(wave.lanePixels.length);
    this.hashes.set(wave, hashes);
    for (let lane = 0; lane < hashes.length; lane++) {
      if (wave.lanePixels[lane] < 0 || !hasLane(lanesLo, lanesHi, lane)) continue;
      visit(lane, (word) => {
        hashes[lane] = Math.imul(hashes[lane] ^ (word | 0), PRIME) + 1;
      });
    }
  }
}
