import { CHIP_NAMES, COUNTER_NAMES, chipOf, getCounters } from '../../arch/index.js';
import { runScenario } from '../../rtl-model/index.js';
import * as lds from '../../rtl-model/lds/spec.js';
import * as memory from '../../rtl-model/memory/spec.js';
import * as sc from '../../rtl-model/sc/spec.js';
import * as spi from '../../rtl-model/spi/spec.js';
import * as sq from '../../rtl-model/sq/spec.js';
import * as sqc from '../../rtl-model/sqc/spec.js';
import { generateScenario } from '../../tools/bench/mutants/pool.js';
import { KNOBS } from '../../transactions/index.js';
import { installWatches, SIZE_USES, watchSizes } from './support/size-watch.js';

/** Tests that together fill every size. If a change of their sequences loses one, other seeds of them have it. */
const TESTS = [
  ['full_files', '0x1015'],
  ['full_files', '0x1014'],
  ['full_files', '0x103a'],
  ['full_files', '0x1044'],
  ['memory_corners', '0xd1983fba42b4f010'],
  ['brimful_counters', '0x169e'],
  ['brimful_counters', '0x1685'],
  ['brimful_counters', '0x16ad'],
  ['brimful_counters', '0x17165'],
  ['brimful_counters', '0x20000'],
  ['brimful_counters', '0x20005'],
  ['brimful_counters', '0x2000c'],
  ['brimful_counters', '0x20073'],
] as const;

/** Units of knobs that count what a unit holds at once. */
const COUNTED = new Set<string>(
  'waves exports lines sets accesses quads ids primitives rows barriers'.split(' '),
);

/** Knobs and constants that count, but of no unit that could be full. */
const UNLIMITED: Readonly<Record<string, string>> = {
  quadsPerCycle: 'a rate',
  PACKER_QUADS_PER_CYCLE: 'a rate',
  SCALARS_PER_CYCLE: 'a rate',
  LOCAL_DWORDS_PER_CYCLE: 'a rate',
  cacheSets: 'lines of a set are limited, by WAYS',
  RING: 'no window is as large; many-waves.conform.ts goes around it',
  GL2_CHANNELS: 'parallel units',
  BANKS: 'parallel units',
  PASS_LANES: 'parallel units',
  PAIR_SIMDS: 'parallel units',
  FRAGMENTS: 'a format',
  SUBPIXELS: 'a format',
  MASK_BITS: 'a format',
  BUG_EFFECTS: 'alternatives',
  LINE_BYTES: 'a format',
  LINE_WORDS: 'a format',
  LINE_BITS: 'a format',
  LINE_SHIFT: 'a format',
  LINE_WORD_SHIFT: 'a format',
  MAX_DWORDS: 'a format',
  L0_BYTES: 'lines of a set are limited, by WAYS',
  GL1_BYTES: 'lines of a set are limited, by WAYS',
  SCALAR_BYTES: 'lines of a set are limited, by WAYS',
  PROGRAM_LINES: 'a distance',
  SLEEP_UNIT: 'a duration',
  SLEEP_MASK: 'a field of an instruction',
  MESSAGE_MASK: 'a field of an instruction',
  BURST_MAX: 'waves go on in the next event',
  CHECK_INTERVAL: 'an interval',
  MIN_REPEATS: 'an interval',
};

const knobs = Object.entries(KNOBS).flatMap(([name, knob]) =>
  knob.kind === 'value' && COUNTED.has(knob.unit) ? [name] : [],
);
const constants = [lds, memory, sc, spi, sq, sqc].flatMap((spec) =>
  Object.entries(spec).flatMap(([name, value]) => (typeof value === 'number' ? [name] : [])),
);
const counters = COUNTER_NAMES.filter((name) =>
  CHIP_NAMES.some((chip) =>
    getCounters(chipOf(chip).gfx).some(({ counter, counts }) => counter === name && counts.length > 0),
  ),
).map((name) => `counter ${name}`);

/** Launch resources without a knob or constant. */
const RESOURCES = ['SGPRs', 'scratch'] as const;

const sizes = [...knobs, ...constants, ...counters, ...RESOURCES].filter(
  (name) => UNLIMITED[name] === undefined,
);

it('every size of a queue, counter, buffer, file and table is filled, asked for one more, and filled again', () => {
  installWatches();
  const used = new Set(
    TESTS.flatMap(([sequence, seed]) => [
      ...watchSizes(() => runScenario(generateScenario({ sequence, seed }), () => {})),
    ]),
  );
  const wanted = sizes.flatMap((size) => SIZE_USES.map((use) => `${size}: ${use}`));
  expect(wanted.filter((use) => !used.has(use))).toEqual([]);
  expect(Object.keys(UNLIMITED).filter((name) => ![...knobs, ...constants].includes(name))).toEqual([]);
});
