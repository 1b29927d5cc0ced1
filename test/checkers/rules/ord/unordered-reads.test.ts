import fc from 'fast-check';
import { chipOf } from '../../../../arch/index.js';
import { programs } from '../../../../stimulus/index.js';
import type { OrderedAccess, ProgramDescriptor, Scenario } from '../../../../transactions/index.js';
import { defaultKnobs } from '../../../../transactions/index.js';
import { getLandmarks } from '../../support/programs.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const EDGE = 4;
const FULL_SCREEN = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;
const LANES = 64;

const [SWITCH_PROGRAM] = fc.sample(
  programs.arbitrary('gfx10', { ...programs.allFeatures('gfx10'), shapes: ['switch'], parts: false }),
  { numRuns: 1, seed: 11 },
) as [ProgramDescriptor];

const access = (operation: OrderedAccess['operation'], object: OrderedAccess['object']): OrderedAccess => ({
  operation,
  path: 'buffer',
  object,
  slot: 0,
  size: 'b32',
  atomic: 'add',
});

/** Every fourth primitive updates one buffer. Some others read it and store the value in the other buffer. */
const COPY_PROGRAM: ProgramDescriptor = {
  ...SWITCH_PROGRAM,
  fold: 'multiply',
  coherence: 'none',
  before: [],
  after: [],
  discards: { before: 'none', inside: 'none', after: 'none', message: false },
  exports: { colours: 0, conversion: 'ZERO', depth: 'none', dualSource: false, toTarget: false },
  exit: 'message',
  section: {
    ...SWITCH_PROGRAM.section,
    trips: 3,
    steps: [
      access('update', 'first'),
      'alu',
      access('load', 'first'),
      access('store', 'second'),
      'alu',
      'alu',
    ],
  },
};

function createScenario(interlock: 'pixel-ordered' | 'pixel-unordered'): Scenario {
  return programs.toScenario({
    name: 'generated',
    chip: chipOf('navi10'),
    wave: 32,
    freedoms: defaultKnobs(),
    width: EDGE,
    height: EDGE,
    descriptors: [COPY_PROGRAM],
    draws: [{ program: 0, kind: 'triangles', primitives: new Array(4).fill(FULL_SCREEN), samples: 1 }],
    interlock,
    schedule: '0x1',
  });
}

const quad = (primitive: number): TestQuad => ({ x: 0, y: 0, primitive });

/**
 * Forms the reader first but runs its section after the writer's, so that it copies the written value. Returns
 * ORD-03 if it fires.
 */
function checkLateReader(scenario: Scenario): string[] {
  const stream = new Stream(scenario, getLandmarks(scenario.chip)).form([quad(0)]).form([quad(3)]);
  issue(stream, 1, 'first', 'load');
  issue(stream, 1, 'first', 'store');
  stream.end(1);
  issue(stream, 0, 'first', 'load');
  issue(stream, 0, 'second', 'store');
  stream.end(0).quiesce();
  // A result starts as the primitive's number (from 1) plus one. Reading a value updates it to 31 * result + value.
  const [writerValue, readerValue] = [5, 2 * 31 + 5];
  for (const { name, bytes, initial } of scenario.memory) {
    const words = new Int32Array(Math.ceil(bytes / 4));
    words.set(initial as number[]);
    const finalValue = name === 'first' ? writerValue : name === 'second' ? readerValue : undefined;
    if (finalValue !== undefined) for (const pixel of [0, 8, 512, 520]) words[pixel] = finalValue;
    stream.add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: name, words });
  }
  return listFiredRules(stream.judge()).filter((rule) => rule === 'ORD-03');
}

function issue(stream: Stream, wave: number, object: string, operation: 'load' | 'store'): void {
  const { address } = stream.scenario.memory.find(({ name }) => name === object)!;
  const addresses = new Float64Array(LANES).fill(-1);
  [0, 32, 2048, 2080].forEach((byte, lane) => {
    addresses[lane] = address + byte;
  });
  const accessId = stream.issue({ wave, operation });
  const last = stream.transactions.at(-1)!;
  if (last.kind === 'memory-issued') Object.assign(last, { addresses });
  stream.perform(wave, accessId);
}

test('checks values copied to another buffer if they come from ordered reads, but not from unordered ones', () => {
  expect(checkLateReader(createScenario('pixel-ordered'))).toEqual(['ORD-03']);
  expect(checkLateReader(createScenario('pixel-unordered'))).toEqual([]);
});
