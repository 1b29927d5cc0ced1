import { type ExportOperation, type Instruction, SCALAR, type WaveState } from '../../../arch/index.js';
import type { ExportGranted } from '../../../transactions/index.js';
import { IntegerArena } from '../../evidence/basics/arena.js';
import { DefaultMap } from '../../evidence/basics/default-map.js';
import { LANES_PER_WORD } from '../../evidence/basics/words.js';
import { getSources } from '../../evidence/program/export-sources.js';
import type { WaveRecord } from '../../kit.js';
import {
  describeExport,
  formatLaneWords,
  getLaneMask,
  getObservedLane,
  getOwnerLane,
  getReferenceLane,
  isSameExport,
} from './exported-lane.js';

/** Maximum number of differences to keep, far more than are ever reported. */
const MAX_DIFFERENCES = 1 << 12;

/** How an export of a wave differs from the reference. `expected` and `observed` are phrased to end a sentence. */
export interface ExportDifference {
  readonly wave: WaveRecord;
  /** The cycle of the grant or, if the export is missing, of the wave's end. */
  readonly cycle: number;
  readonly pc: number;
  /**
   * The first lane that differs, or -1 if the export differs as a whole (missing, extra, or with different
   * channels or a different target).
   */
  readonly lane: number;
  readonly expected: string;
  readonly observed: string;
}

interface WaveExports {
  readonly granted: ExportGranted[];
  /** How many of them have been matched with the reference. */
  matchedCount: number;
}

/** Records the exports of each wave and compares them with the reference. */
export class ExportedWords {
  /** The first difference of each wave that has any. */
  readonly differences: ExportDifference[] = [];
  /** Whether the stream has reported any exports. */
  hasExports = false;
  /** Number of exports compared. */
  comparedCount = 0;
  private readonly exportsByWave = new DefaultMap<WaveRecord, WaveExports>(() => ({
    granted: [],
    matchedCount: 0,
  }));
  private readonly differingWaves = new Set<WaveRecord>();
  private readonly arena = new IntegerArena();
  private running: WaveRecord | undefined;
  /** Masks of the covered lanes of that wave. */
  private coveredLo = 0;
  private coveredHi = 0;

  /** Records an export from the stream. */
  record(wave: WaveRecord, granted: ExportGranted): void {
    const lanes = wave.lanePixels.length;
    const usedLength = ((getSources(granted).at(-1) ?? -1) + 1) * lanes;
    const data = this.arena.take(Math.min(usedLength, granted.data.length));
    data.set(granted.data.subarray(0, data.length));
    const stored = { ...granted, data };
    this.hasExports = true;
    this.exportsByWave.getOrCreate(wave).granted.push(stored);
  }

  /** Compares a wave's next export in the reference with its next one in the stream. */
  compare(wave: WaveRecord, { pc, export: operation }: Instruction, state: WaveState): void {
    if (operation === undefined) return;
    if (wave !== this.running) this.startWave(wave);
    const exports = this.exportsByWave.get(wave);
    const grant = exports?.granted[exports.matchedCount++];
    this.comparedCount++;
    if (this.differingWaves.has(wave)) return;
    if (grant === undefined || !isSameExport(grant, operation)) {
      const { cycle } = grant ?? { cycle: wave.endedCycle };
      const descriptions = { expected: describeExport(operation), observed: describeExport(grant) };
      this.recordDifference({ wave, cycle, pc: grant?.pc ?? pc, lane: -1, ...descriptions });
    } else if (!this.isSame(grant, operation, state))
      this.recordFirstDifference(wave, grant, operation, state);
  }

  /** Handles the end of the reference run. Reports any exports that the reference did not make. */
  finish(): void {
    for (const wave of this.exportsByWave.keys()) this.endWave(wave);
  }

  /** Handles the end of a wave in the reference. Reports any exports that the reference did not make. */
  endWave(wave: WaveRecord): void {
    const exports = this.exportsByWave.get(wave);
    this.exportsByWave.delete(wave);
    const extra = exports?.granted[exports.matchedCount];
    if (extra !== undefined && !this.differingWaves.has(wave)) {
      const { cycle, pc } = extra;
      const descriptions = { expected: describeExport(undefined), observed: describeExport(extra) };
      this.recordDifference({ wave, cycle, pc, lane: -1, ...descriptions });
    }
    this.differingWaves.delete(wave);
  }

  private recordDifference(difference: ExportDifference): void {
    // In a trace without exports, every wave differs.
    if (this.differences.length < MAX_DIFFERENCES) this.differences.push(difference);
    this.differingWaves.add(difference.wave);
  }

  private startWave(wave: WaveRecord): void {
    this.running = wave;
    [this.coveredLo, this.coveredHi] = wave.getCoveredLanes();
  }

  private isSame(grant: ExportGranted, operation: ExportOperation, { s, v, lanes }: WaveState): boolean {
    const low = s[SCALAR.EXEC_LO] & this.coveredLo;
    const high = s[SCALAR.EXEC_HI] & this.coveredHi;
    if (low !== (grant.lanesLo & this.coveredLo) || high !== (grant.lanesHi & this.coveredHi)) return false;
    const lanesLo = getLaneMask(operation.target, low);
    const lanesHi = getLaneMask(operation.target, high);
    for (const source of getSources(operation)) {
      const sourceStart = operation.sources[source] * lanes;
      const grantStart = source * lanes;
      for (let half = 0; half < lanes; half += LANES_PER_WORD)
        for (let remaining = half === 0 ? lanesLo : lanesHi; remaining !== 0; remaining &= remaining - 1) {
          const lane = half + 31 - Math.clz32(remaining & -remaining);
          if (v[sourceStart + lane] !== grant.data[grantStart + lane]) return false;
        }
    }
    return true;
  }

  private recordFirstDifference(
    wave: WaveRecord,
    grant: ExportGranted,
    operation: ExportOperation,
    state: WaveState,
  ): void {
    for (let lane = 0; lane < wave.lanePixels.length; lane++) {
      const owner = getOwnerLane(operation.target, lane);
      if (wave.lanePixels[owner] < 0) continue;
      const observed = formatLaneWords(getObservedLane(grant, state.lanes, lane));
      const expected = formatLaneWords(getReferenceLane(operation, state, lane));
      if (observed === expected) continue;
      const { cycle, pc } = grant;
      this.recordDifference({ wave, cycle, pc, lane: owner, expected, observed });
      return;
    }
  }
}
