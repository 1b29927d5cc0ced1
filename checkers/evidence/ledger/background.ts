import type { DecodedProgram, InstructionSet } from '../../../arch/index.js';
import type {
  BackgroundFormed,
  BackgroundSource,
  BackgroundWork,
  HeldResources,
  Scenario,
} from '../../../transactions/index.js';
import { countGroups, countWavesPerGroup } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { getDecodedProgram } from '../program/programs.js';
import { NEVER, type WaveRecord } from './wave-record.js';
import type { WaveLedger } from './waves.js';

/** What the stream has revealed about a background wave. */
export class BackgroundRecord {
  readonly wave: number;
  readonly source: BackgroundSource;
  readonly workIndex: number;
  /** Index of the wave's group in the work item. */
  readonly group: number;
  /** Index of the wave in its group. */
  readonly indexInGroup: number;
  readonly formedCycle: number;
  launchedCycle = NEVER;
  /** The cycle in which export space was allocated to the wave. */
  exportSpaceCycle = NEVER;
  /** The cycle in which the wave's resources were released. */
  releasedCycle = NEVER;
  endedCycle = NEVER;
  /** Whether the wave was halted before the end of its program. */
  isHalted = false;
  /** The wave's SIMD; -1 before the wave is allocated. */
  simd = -1;
  /** The wave's resources; undefined before they are allocated. */
  resources: HeldResources | undefined;

  constructor(
    formed: BackgroundFormed,
    readonly work: BackgroundWork,
    readonly decoded: DecodedProgram,
  ) {
    this.wave = formed.wave;
    this.source = formed.source;
    this.workIndex = formed.work;
    this.group = formed.group;
    this.indexInGroup = formed.place;
    this.formedCycle = formed.cycle;
  }
}

/** Tracks the background waves, where they run, and what they hold. */
export class BackgroundLedger {
  private readonly byNumber = new Map<number, BackgroundRecord>();

  /** Total number of waves in all work items. */
  private readonly waveCount: number;

  constructor(
    private readonly scenario: Scenario,
    private readonly set: InstructionSet,
  ) {
    const { wave, background } = scenario;
    const waveCounts = (background?.works ?? []).map(
      (work) => countGroups(work, wave) * countWavesPerGroup(work, wave),
    );
    this.waveCount = waveCounts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns the record of a background wave, or undefined if there is no such wave. */
  find(wave: number): BackgroundRecord | undefined {
    return this.byNumber.get(wave);
  }

  /** Whether a background wave has ended. */
  hasEnded(wave: number): boolean {
    return (this.find(wave)?.endedCycle ?? NEVER) !== NEVER;
  }

  /** The background waves formed so far, oldest first. */
  get formed(): Iterable<BackgroundRecord> {
    return this.byNumber.values();
  }

  /** Whether all waves of all work items have been formed. */
  get isComplete(): boolean {
    return this.byNumber.size === this.waveCount;
  }

  /** Whether all waves of all work items have reached the end of their programs. */
  get allEnded(): boolean {
    const ended = [...this.byNumber.values()].filter(
      ({ endedCycle, isHalted }) => endedCycle !== NEVER && !isHalted,
    );
    return ended.length === this.waveCount;
  }

  /** Whether all waves of the group that starts with wave `first` have ended. */
  hasGroupEnded(first: number): boolean {
    return this.find(first) !== undefined && this.getGroupWaves(first).every((wave) => this.hasEnded(wave));
  }

  /** Returns the waves of the group that starts with wave `first`, or an empty array if `first` was never reported. */
  getGroupWaves(first: number): readonly number[] {
    const record = this.find(first);
    if (record === undefined) return [];
    const waveCount = countWavesPerGroup(record.work, this.scenario.wave);
    return Array.from({ length: waveCount }, (_, offset) => first + offset);
  }

  readonly on: Handlers = {
    'background-formed': (t) => {
      const work = this.scenario.background?.works[t.work];
      if (work === undefined) return;
      const decoded = getDecodedProgram(work, this.set, this.scenario.wave);
      this.byNumber.set(t.wave, new BackgroundRecord(t, work, decoded));
    },
    'background-allocated': (t) => {
      const record = this.find(t.wave);
      if (record === undefined) return;
      record.simd = t.simd;
      record.resources = t.holds;
    },
    'background-launched': (t) => {
      const record = this.find(t.wave);
      if (record !== undefined) record.launchedCycle = t.cycle;
    },
    'background-released': (t) => {
      const record = this.find(t.wave);
      if (record !== undefined) record.releasedCycle = t.cycle;
    },
    'wave-ended': (t) => {
      const record = this.find(t.wave);
      if (record === undefined) return;
      record.endedCycle = t.cycle;
      record.isHalted = t.by === 'halt';
    },
    'sx-alloc': (t) => {
      const record = this.find(t.wave);
      if (record !== undefined) record.exportSpaceCycle = t.cycle;
    },
  };
}

/** A pixel wave or a background wave. */
export type AnyWave = WaveRecord | BackgroundRecord;

/** Returns the pixel or background wave with the given number, or undefined if it is not in the ledgers. */
export function findAnyWave(
  { waves, background }: { readonly waves: WaveLedger; readonly background: BackgroundLedger },
  number: number,
): AnyWave | undefined {
  return waves.find(number) ?? background.find(number);
}

/** Returns a background wave's name for messages. */
export function getBackgroundName({
  wave,
  source,
  workIndex,
  group,
  indexInGroup,
}: BackgroundRecord): string {
  return `${source} wave ${wave} (work item ${workIndex}, group ${group}, wave ${indexInGroup} in the group)`;
}
