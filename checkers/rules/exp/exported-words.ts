import type { ExportOperation, Instruction, WaveState } from '../../../arch/index.js';
import { SCALAR } from '../../../arch/index.js';
import type { ExportGranted } from '../../../transactions/index.js';
import { IntegerArena } from '../../evidence/basics/arena.js';
import { LANES_OF_WORD } from '../../evidence/basics/lanes.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { sourcesOf } from '../../evidence/program/export-sources.js';
import {
  exportsAlike,
  exportText,
  lanesOf,
  laneText,
  ownerOf,
  referenceLane,
  seenLane,
} from './exported-lane.js';

/** Maximum number of differences to keep, far more than are reported. */
const DIFFERENCES_MAX = 1 << 12;

/** How a wave's export differs from the reference's; `expected` and `observed` end a sentence. */
export interface ExportDifference {
  readonly wave: WaveRecord;
  /** Of the grant, or of the end if the export is missing. */
  readonly cycle: number;
  readonly pc: number;
  /** The differing lane; -1 if all differ. */
  readonly lane: number;
  readonly expected: string;
  readonly observed: string;
}

/** One wave's exports in the stream, and how many the reference has matched. */
interface WaveExports {
  readonly granted: ExportGranted[];
  met: number;
}

/** Records each wave's exports and compares them with the reference's. */
export class ExportedWords {
  /** The first difference of each wave with one. */
  readonly differences: ExportDifference[] = [];
  /** The stream reports exports. */
  hasAny = false;
  /** Exports that were compared. */
  compared = 0;
  private readonly seen = new Map<WaveRecord, WaveExports>();
  /** Waves with a difference. */
  private readonly different = new Set<WaveRecord>();
  private readonly arena = new IntegerArena();
  /** The wave being run in the reference, and its covered lanes. */
  private running: WaveRecord | undefined;
  private coveredLo = 0;
  private coveredHi = 0;

  /** Records an export of the stream. */
  keep(wave: WaveRecord, granted: ExportGranted): void {
    const lanes = wave.lanePixels.length;
    const read = ((sourcesOf(granted).at(-1) ?? -1) + 1) * lanes;
    const data = this.arena.take(Math.min(read, granted.data.length));
    data.set(granted.data.subarray(0, data.length));
    const kept = { ...granted, data };
    this.hasAny = true;
    const exports = this.seen.get(wave);
    if (exports === undefined) this.seen.set(wave, { granted: [kept], met: 0 });
    else exports.granted.push(kept);
  }

  /** The wave makes its next export in the reference. */
  compare(wave: WaveRecord, { pc, export: operation }: Instruction, state: WaveState): void {
    if (operation === undefined) return;
    if (wave !== this.running) this.turnTo(wave);
    const exports = this.seen.get(wave);
    const seen = exports?.granted[exports.met++];
    this.compared++;
    if (this.different.has(wave)) return;
    if (seen === undefined || !exportsAlike(seen, operation)) {
      const { cycle } = seen ?? { cycle: wave.endedCycle };
      const texts = { expected: exportText(operation), observed: exportText(seen) };
      this.differ({ wave, cycle, pc: seen?.pc ?? pc, lane: -1, ...texts });
    } else if (!this.isSame(seen, operation, state)) this.describe(wave, seen, operation, state);
  }

  /** The reference is finished: exports it did not make are surplus. */
  finish(): void {
    for (const wave of this.seen.keys()) this.close(wave);
  }

  /** The reference has finished a wave: exports it did not make are surplus. */
  close(wave: WaveRecord): void {
    const exports = this.seen.get(wave);
    this.seen.delete(wave);
    const surplus = exports?.granted[exports.met];
    if (surplus !== undefined && !this.different.has(wave)) {
      const { cycle, pc } = surplus;
      const texts = { expected: exportText(undefined), observed: exportText(surplus) };
      this.differ({ wave, cycle, pc, lane: -1, ...texts });
    }
    this.different.delete(wave);
  }

  private differ(difference: ExportDifference): void {
    // In a trace without exports every wave differs.
    if (this.differences.length < DIFFERENCES_MAX) this.differences.push(difference);
    this.different.add(difference.wave);
  }

  private turnTo(wave: WaveRecord): void {
    this.running = wave;
    this.coveredLo = 0;
    this.coveredHi = 0;
    for (let lane = 0; lane < wave.lanePixels.length; lane++) {
      if (wave.lanePixels[lane] < 0) continue;
      if (lane < LANES_OF_WORD) this.coveredLo |= 1 << lane;
      else this.coveredHi |= 1 << (lane - LANES_OF_WORD);
    }
  }

  /** Whether all covered lanes export the same. */
  private isSame(seen: ExportGranted, operation: ExportOperation, { s, v, lanes }: WaveState): boolean {
    const low = s[SCALAR.EXEC_LO] & this.coveredLo;
    const high = s[SCALAR.EXEC_HI] & this.coveredHi;
    if (low !== (seen.lanesLo & this.coveredLo) || high !== (seen.lanesHi & this.coveredHi)) return false;
    const lanesLo = lanesOf(operation.target, low);
    const lanesHi = lanesOf(operation.target, high);
    for (const source of sourcesOf(operation)) {
      const from = operation.sources[source] * lanes;
      const to = source * lanes;
      for (let half = 0; half < lanes; half += LANES_OF_WORD) {
        for (let left = half === 0 ? lanesLo : lanesHi; left !== 0; left &= left - 1) {
          const lane = half + 31 - Math.clz32(left & -left);
          if (v[from + lane] !== seen.data[to + lane]) return false;
        }
      }
    }
    return true;
  }

  private describe(
    wave: WaveRecord,
    seen: ExportGranted,
    operation: ExportOperation,
    state: WaveState,
  ): void {
    for (let lane = 0; lane < wave.lanePixels.length; lane++) {
      const owner = ownerOf(operation.target, lane);
      if (wave.lanePixels[owner] < 0) continue;
      const observed = laneText(seenLane(seen, state.lanes, lane));
      const expected = laneText(referenceLane(operation, state, lane));
      if (observed === expected) continue;
      const { cycle, pc } = seen;
      this.differ({ wave, cycle, pc, lane: owner, expected, observed });
      return;
    }
  }
}
