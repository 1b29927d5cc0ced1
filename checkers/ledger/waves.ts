import type { WaveSize } from '../../arch/index.js';
import type { WaveFormed } from '../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE, QUAD_COLUMNS } from '../../transactions/index.js';
import type { Handlers } from '../rule.js';
import { KEY_QUADS } from './access-record.js';
import { IntegerArena } from './arena.js';
import type { DrawFacts } from './draws.js';
import { LaneUnitLister } from './lane-units.js';
import type { ScreenGrid } from './screen-grid.js';
import { WaveRecord } from './wave-record.js';

/** Who is formed, with which pixels, and when each wave was launched, released and ended. */
export class WaveLedger {
  /** In formation order. */
  readonly formed: WaveRecord[] = [];
  /** A wave was named that nobody saw formed: facts about it are missing. */
  sawUnknownWave = false;
  ended = 0;
  halted = 0;
  private readonly byNumber: WaveRecord[] = [];
  private readonly arena = new IntegerArena();
  private readonly namedBy: (readonly number[])[] = [];
  private readonly lister: LaneUnitLister;

  constructor(
    private readonly draws: readonly DrawFacts[],
    grid: ScreenGrid,
    lanes: WaveSize,
  ) {
    this.lister = new LaneUnitLister(grid, lanes, this.arena);
  }

  /**
   * The record of a pixel wave; undefined for a background wave, and (noted) for one whose formation was not in the
   * stream.
   */
  find(wave: number): WaveRecord | undefined {
    const record = this.byNumber[wave];
    if (record === undefined && wave < FIRST_BACKGROUND_WAVE) this.sawUnknownWave = true;
    return record;
  }

  /** The wave and quad that a key names. */
  ofKey(key: number): WaveRecord {
    return this.formed[Math.floor(key / KEY_QUADS)];
  }

  /** Number of the primitive that a key's quad belongs to. */
  primitiveOfKey(key: number): number {
    return this.ofKey(key).primitiveOf(key % KEY_QUADS);
  }

  /** Waves that the device said a wave met, exact or not; told before or after its formation. */
  namedOverlaps(wave: WaveRecord): readonly number[] {
    return this.namedBy[wave.wave] ?? [];
  }

  readonly on: Handlers = {
    'wave-formed': (t) => this.form(t),
    'wave-launched': (t) => {
      const wave = this.find(t.wave);
      if (wave !== undefined) wave.launchedCycle = t.cycle;
    },
    'resource-released': (t) => {
      const wave = this.find(t.wave);
      if (wave !== undefined) wave.releasedCycle = t.cycle;
    },
    'sx-alloc': (t) => {
      const wave = this.find(t.wave);
      if (wave !== undefined) wave.exportSpaceCycle = t.cycle;
    },
    'sx-freed': (t) => {
      const wave = this.find(t.wave);
      if (wave !== undefined) wave.exportSpaceFreedCycle = t.cycle;
    },
    overlap: (t) => {
      if (t.count > 0) this.namedBy[t.wave] = Array.from(t.overlapped.subarray(0, t.count));
    },
    'wave-ended': (t) => {
      const wave = this.find(t.wave);
      if (wave === undefined) return;
      wave.endedCycle = t.cycle;
      wave.endedPc = t.pc;
      wave.endedBy = t.by;
      this.ended++;
      if (t.by === 'halt') this.halted++;
    },
  };

  private form(t: WaveFormed): void {
    const facts = this.draws[t.draw];
    if (facts === undefined) return;
    const quads = this.arena.take(t.quadCount * QUAD_COLUMNS);
    for (let i = 0; i < quads.length; i++) quads[i] = t.quads[i];
    const held = this.lister.list(quads, { samples: facts.draw.samples, perSample: facts.perSample });
    const record = new WaveRecord(
      t.wave,
      this.formed.length,
      t.packer,
      t.id,
      facts,
      t.cycle,
      quads,
      t.didOverlap,
      t.newest,
      t.intrawaveMask,
      held,
      this.arena.take(held.units.length).fill(-1),
    );
    this.formed.push(record);
    this.byNumber[t.wave] = record;
  }
}
