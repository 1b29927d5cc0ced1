import {
  CHIP_NAMES,
  chipOf,
  type Gfx,
  STORES_REACH_L2,
  WHOLE_LINES_STAY_IN_L0,
  WITHOUT_L0_STREAMING,
} from '../arch/index.js';
import { KNOBS, type KnobName, type KnobValues, setting } from '../transactions/index.js';
import { derivedSequence } from './kit/test.js';
import { LITMUS_SEQUENCES } from './litmus/sequence.js';
import type { Sequence } from './sequence.js';
import { NIGHTLY_SEQUENCES, SEQUENCES } from './sequences/index.js';

/** A device that the documents allow, although it differs from the model's usual choices. No rule may accuse it. */
interface LawfulDevice {
  readonly name: string;
  /** What the device does, in one line, with its source. */
  readonly text: string;
  /** The generations that have such devices; by default, all. */
  readonly generations?: readonly Gfx[];
  readonly knobs: Partial<KnobValues>;
  /** Whether only tests whose accesses have coherence bits, and litmus cells, can tell the device from others. */
  readonly concernsCaches?: true;
}

const STALE = { caches: setting('caches', 'stale') };

/** Returns all delays at one end of their range. */
function withDelays(end: 'min' | 'max', limit: number): Partial<KnobValues> {
  const names = (Object.keys(KNOBS) as KnobName[]).filter((name) => /Latency$|Gap$/.test(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const knob = KNOBS[name];
      const delay = knob.kind === 'range' ? Math.min(knob[end], limit) : undefined;
      return delay === undefined ? [] : [[name, [delay, delay]]];
    }),
  );
}

/** The lawful devices of the suite `lawful`. */
export const LAWFUL_DEVICES: readonly LawfulDevice[] = [
  {
    name: 'stores_reach_l2',
    text: 'GFX9, GFX11 and GFX12: every store is complete in L2, whatever its bits or scope (Mesa; LLVM 110636)',
    generations: STORES_REACH_L2,
    knobs: STALE,
    concernsCaches: true,
  },
  {
    name: 'whole_lines_stay',
    text: 'GFX10: stores of whole lines without GLC stay in L0 for long (Mesa)',
    generations: WHOLE_LINES_STAY_IN_L0,
    knobs: {
      ...STALE,
      wholeLineStores: setting('wholeLineStores', 'stay'),
      writeBackLatency: [2000, 5000],
    },
    concernsCaches: true,
  },
  {
    name: 'whole_lines_return',
    text: 'GFX10: L0 writes a whole line back in the cycle after its store',
    generations: WHOLE_LINES_STAY_IN_L0,
    knobs: { ...STALE, wholeLineStores: setting('wholeLineStores', 'stay'), writeBackLatency: [1, 1] },
    concernsCaches: true,
  },
  {
    name: 'whole_lines_pass',
    text: 'GFX10: stores of whole lines write through, too',
    generations: WHOLE_LINES_STAY_IN_L0,
    knobs: { ...STALE, wholeLineStores: setting('wholeLineStores', 'pass') },
    concernsCaches: true,
  },
  {
    name: 'streamed_kept',
    text: 'an L0 without a streaming policy keeps the lines of loads with SLC (Mesa)',
    generations: WITHOUT_L0_STREAMING,
    knobs: { ...STALE, streamedLines: setting('streamedLines', 'kept') },
    concernsCaches: true,
  },
  {
    name: 'streamed_evicted',
    text: 'an L0 without a streaming policy evicts the lines of loads with SLC all the same',
    generations: WITHOUT_L0_STREAMING,
    knobs: { ...STALE, streamedLines: setting('streamedLines', 'evicted') },
    concernsCaches: true,
  },
  {
    name: 'tiny_caches',
    text: 'caches of one set evict lines at every turn',
    knobs: { ...STALE, cacheSets: 1 },
    concernsCaches: true,
  },
  {
    name: 'many_writers',
    text: 'destinations other than colours and positions take several exports per cycle (P-091 limits only these two)',
    knobs: { exportBuses: 8, otherWriters: setting('otherWriters', 'many') },
  },
  {
    name: 'one_bus',
    text: 'one export bus, and every destination takes one export per cycle',
    knobs: { exportBuses: 1, otherWriters: setting('otherWriters', 'one') },
  },
  {
    name: 'shortest_delays',
    text: 'every delay has its shortest length',
    knobs: withDelays('min', Infinity),
  },
  {
    name: 'long_delays',
    text: 'every delay is long, up to 400 cycles',
    knobs: withDelays('max', 400),
  },
];

/** The sequences whose accesses have the coherence bits that stale caches require. */
const COHERENT_SEQUENCES = ['coherent_stale', 'mixed_reads', 'memory_corners', 'stale_programs'];

/** A sequence for each lawful device: tests of other sequences, with the device's knobs. */
export const LAWFUL_SEQUENCES: readonly Sequence[] = LAWFUL_DEVICES.map((device) => {
  const { generations, knobs, concernsCaches } = device;
  const chips = CHIP_NAMES.filter((chip) => generations?.includes(chipOf(chip).gfx) ?? true);
  const regular = [...SEQUENCES, ...NIGHTLY_SEQUENCES].filter(
    ({ name }) => concernsCaches !== true || COHERENT_SEQUENCES.includes(name),
  );
  const bases = concernsCaches === true ? [...regular, ...regular, ...LITMUS_SEQUENCES] : regular;
  return derivedSequence({
    name: `lawful_${device.name}`,
    text: device.text,
    claims: [],
    chips,
    bases: bases.filter((sequence) => sequence.chips.some((chip) => chips.includes(chip))),
    knobs: () => knobs,
  });
});
