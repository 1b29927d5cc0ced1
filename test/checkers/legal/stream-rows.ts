import { OTHER, scene } from '../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../support/stream.js';

/** A legal behaviour from faults.md J, with a stream that exhibits it. */
export interface LegalStream {
  readonly id: string;
  readonly description: string;
  /** Checks the stream and returns the rules that fire. */
  readonly judge: () => readonly string[];
}

/** The legal behaviours that the model never exhibits, or only by chance. */
export const LEGAL_STREAMS: readonly LegalStream[] = [
  {
    id: 'L18',
    description: 'a sample interlock orders whole pixels',
    judge: () => {
      // The samples are disjoint, so nothing overlaps; a device that tracks pixels reports an overlap.
      const sampleOrdered = scene({ draw: { interlock: 'sample-ordered', samples: 2 } });
      // Each sample has its own word.
      const ordered = ['buffer', 'other'].map((object) => ({ ...sampleOrdered.ordered[0]!, object }));
      const stream = new Stream({ ...sampleOrdered, ordered })
        .form([{ ...P0, masks: [1, 1, 1, 1] }])
        .form([{ ...P1, masks: [2, 2, 2, 2] }], { didOverlap: true, newest: 0 });
      stream.runSection(0).end(0).countExit(0, 1).poll(1, 1).runSection(1, OTHER).end(1).countExit(1, 2);
      return listFiredRules(stream.judge());
    },
  },
  {
    id: 'L26',
    description: 'waves that are closed with few quads, for whatever reason, break only PERF-08',
    judge: () => {
      const stream = new Stream(scene({ freedoms: { formationTimeout: 1 } }));
      for (const reason of ['overlap', 'region', 'timeout', 'drain', 'table', 'draw-end'] as const)
        stream.form([{ x: 2 * stream.cycle, y: 0, primitive: 0 }], { reason });
      return listFiredRules(stream.judge()).filter((rule) => rule !== 'PERF-08');
    },
  },
  {
    id: 'L29',
    description: 'coarse pixels that share no fine pixel run concurrently on GFX11',
    judge: () => {
      const registers = { GE_VRS_RATE: 0x11, DB_SHADER_CONTROL: 0x02010600 };
      const stream = new Stream(scene({ chip: 'navi31', draw: { registers } }))
        .form([{ ...P0, rate: 5, masks: [0b0101, 0, 0, 0] }])
        .form([{ ...P1, rate: 5, masks: [0b1010, 0, 0, 0] }]);
      stream.endEventWait(0).endEventWait(1);
      const access = stream.issue({ wave: 0 });
      stream.issue({ wave: 1 });
      stream.perform(0, access);
      return listFiredRules(stream.judge());
    },
  },
  {
    id: 'L30',
    description: 'an explicitly relaxed order lets sections run one at a time, out of primitive order',
    judge: () => {
      const stream = new Stream(scene({ draw: { order: 'relaxed' } }))
        .form([P1])
        .form([P0], { didOverlap: true, newest: 0 });
      stream.runSection(0).end(0).countExit(0, 1).poll(1, 1).runSection(1).end(1).countExit(1, 2);
      return listFiredRules(stream.judge());
    },
  },
  {
    id: 'L32',
    description: 'GFX11 shades at 1x1 if the driver forces fine pixels',
    judge: () => {
      const registers = { GE_VRS_RATE: 0x11, DB_SHADER_CONTROL: 1 << 16, PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 };
      const draw = { width: 2, height: 2, vertices: [0, 0, 2048, 0, 0, 2048], registers };
      const stream = new Stream(scene({ chip: 'navi31', draw })).form([P0]);
      return listFiredRules(stream.add({ kind: 'draw-end', cycle: 2, draw: 0 }).quiesce().judge()).filter(
        (rule) => rule === 'LAUNCH-06',
      );
    },
  },
  {
    id: 'L28',
    description: 'wave ids have gaps',
    judge: () => {
      const stream = new Stream(scene()).form([P0], { id: 0 }).runSection(0).end(0).countExit(0, 1);
      stream.form([P1], { id: 3 }).runSection(1).end(1).countExit(1, 4);
      return listFiredRules(stream.judge());
    },
  },
];
