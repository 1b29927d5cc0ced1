import type { WaveState } from '../../arch/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
import { OverlapSet } from '../db/overlap-set.js';
import { OverlapTable } from '../db/overlap-table.js';
import { OverlapTracker } from '../db/overlap-tracker.js';
import { WaveOverlap } from '../db/wave-overlap.js';
import { Extents } from '../extents.js';
import { ColourBuffer } from '../rb/colour-buffer.js';
import { OutputMerger } from '../rb/output-merger.js';
import { Binner } from '../sc/binner.js';
import { Drain } from '../sc/drain.js';
import { Outlines } from '../sc/outlines.js';
import { Packer } from '../sc/packer.js';
import { Rasteriser } from '../sc/rasterise.js';
import { SampleIterator } from '../sc/sample-iterator.js';
import { ScanConverter } from '../sc/scan-converter.js';
import { ExitPath } from '../spi/exit-path.js';
import { ExitTracker } from '../spi/exit-tracker.js';
import { ExportGate } from '../spi/export-gate.js';
import { ExportSpace } from '../spi/export-space.js';
import { LaunchControllers } from '../spi/launch-controllers.js';
import { Launcher } from '../spi/launcher.js';
import { ResourceArbiter } from '../spi/resource-arbiter.js';
import { ScratchParts } from '../spi/scratch-parts.js';
import { SimdResources } from '../spi/simd-resources.js';
import { Staging } from '../spi/staging.js';
import { WaveLaunch } from '../spi/wave-launch.js';
import { WaveSection } from '../spi/wave-section.js';
import { Units } from '../units.js';
import { type ClassRules, FIXED, type FieldRule, SCRATCH, TIME } from './field-rule.js';

/** Sizes and knobs of the packers, and what they are joined to. */
const JOINED = { context: FIXED, ports: FIXED, outputs: FIXED, index: FIXED };

/** Registers by slot; floats are the same words as the integers. */
const REGISTERS: FieldRule = {
  why: 'the floats of a wave are the same words as its integers; where its local data lies, its record says',
  write: (states: readonly (WaveState | undefined)[], walk) => {
    for (const state of states) {
      if (state === undefined) walk.hash.word(0);
      else {
        walk.hash.word(state.next);
        walk.hash.words(state.s);
        walk.hash.words(state.v);
        walk.hash.words(state.hw);
        walk.hash.word(state.lds.length);
      }
    }
  },
};

/** Waves of a merger, with their plan given by its number. */
const MERGED: FieldRule = {
  why: 'the plan of a wave is told by its number',
  write: (queues: readonly { plan: { index: number } }[][], walk) => {
    for (const queue of queues) {
      walk.hash.word(queue.length);
      for (const { plan, ...merged } of queue) {
        walk.hash.word(plan.index);
        for (const value of Object.values(merged)) walk.value(value);
      }
    }
  },
};

/** Scan converter, overlap detection, launch and exit. */
export const PIXEL_RULES: ClassRules = [
  [
    Units,
    {
      context: FIXED,
      arrivals: { leftOut: 'background work is not searched' },
      depth: { leftOut: 'depth tests are not searched' },
      place: { leftOut: 'no design takes the place of a unit in a search' },
    },
  ],
  [ScanConverter, { ...JOINED, plans: FIXED, packers: FIXED, depth: FIXED, region: FIXED, taken: SCRATCH }],
  [
    Binner,
    {
      ...JOINED,
      area: FIXED,
      entered: FIXED,
      shape: FIXED,
      outlines: SCRATCH,
      primitives: FIXED,
      columns: FIXED,
      bins: FIXED,
    },
  ],
  [Outlines, { vertices: FIXED, shape: FIXED, corners: { leftOut: 'the vertices of the draw, or `built`' } }],
  [
    Rasteriser,
    {
      footprint: FIXED,
      masks: FIXED,
      edges: SCRATCH,
      steps: SCRATCH,
      reach: SCRATCH,
      clip: SCRATCH,
      quads: {
        why: 'quads after the last one are those of older primitives',
        write: (quads: Int32Array, walk, owner) =>
          walk.hash.words(quads.subarray(0, (owner as Rasteriser).quadCount * QUAD_COLUMNS)),
      },
    },
  ],
  [SampleIterator, { source: { leftOut: 'the list of quads of the rasteriser' } }],
  [Drain, { ...JOINED, overlap: FIXED, view: FIXED, isOver: FIXED }],
  [Packer, { ...JOINED, formation: FIXED, view: FIXED, collision: FIXED, lastQuadCycle: TIME }],
  [
    OverlapTracker,
    {
      ...JOINED,
      units: SCRATCH,
      unitCount: SCRATCH,
      primitive: SCRATCH,
      position: SCRATCH,
      zone: SCRATCH,
    },
  ],
  [OverlapTable, {}],
  [OverlapSet, {}],
  [
    WaveOverlap,
    {
      entries: {
        why: 'entries after the last one are old',
        write: (entries: Int32Array, walk, owner) =>
          walk.hash.words(entries.subarray(0, (owner as WaveOverlap<unknown>).entryCount)),
      },
    },
  ],
  [
    Launcher,
    {
      ...JOINED,
      states: REGISTERS,
      sizes: FIXED,
      ready: SCRATCH,
      queues: FIXED,
      stagings: FIXED,
    },
  ],
  [LaunchControllers, { localFreeAt: TIME, busyUntil: TIME }],
  [ResourceArbiter, { ...JOINED, places: FIXED, candidates: SCRATCH, groups: FIXED }],
  [SimdResources, JOINED],
  [ScratchParts, {}],
  [Extents, {}],
  [Staging, {}],
  [WaveLaunch, {}],
  [WaveSection, {}],
  [ExitPath, { ...JOINED, trackers: FIXED, gate: FIXED }],
  [ExportGate, JOINED],
  [ExportSpace, JOINED],
  [
    ExitTracker,
    {
      ...JOINED,
      packer: FIXED,
      listener: FIXED,
      shownIds: FIXED,
      lastArrival: TIME,
      exited: {
        why: 'a ring, of which only places that waves have had count',
        write: (exited: Uint8Array, walk, owner) => {
          const { waves } = owner as unknown as { waves: readonly unknown[] };
          walk.hash.words(exited.subarray(0, waves.length));
        },
      },
    },
  ],
  [
    OutputMerger,
    {
      ...JOINED,
      queues: MERGED,
      byWave: { leftOut: 'those of the queues that are not ready' },
      colour: SCRATCH,
      second: SCRATCH,
      stored: SCRATCH,
    },
  ],
  [ColourBuffer, {}],
];
