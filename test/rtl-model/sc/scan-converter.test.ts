import fc from 'fast-check';
import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { Packer } from '../../../rtl-model/sc/packer.js';
import { ScanConverter } from '../../../rtl-model/sc/scan-converter.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { QUAD_COLUMN, setting } from '../../../transactions/index.js';
import { type SceneChanges, scene } from '../../checkers/support/scenes.js';

/** A quad accepted by a packer, or the end of a draw. Draw and primitive reports have packer -1. */
interface PackerEvent {
  readonly cycle: number;
  readonly packer: number;
  readonly event: string;
}

/** Creates a scan converter whose packers accept a quad if `accepts` returns true. `run` runs all pending events. */
function makeScan(changes: SceneChanges, accepts: () => boolean = () => true) {
  const events: PackerEvent[] = [];
  const idle = { packers: true };
  const scenario = scene(changes);
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => {
    if (t.kind === 'draw-begin' || t.kind === 'draw-end') log(-1, `${t.kind} ${t.draw}`);
    if (t.kind === 'primitive') log(-1, `primitive ${t.primitive}`);
  });
  const log = (packer: number, event: string): number => events.push({ cycle: context.now, packer, event });
  const packers = Array.from({ length: context.freedoms.packers }, (_, packer) => ({
    get isIdle() {
      return idle.packers;
    },
    accept: (_: unknown, quad: Int32Array) => {
      const isAccepted = accepts();
      if (isAccepted) log(packer, `quad ${[...quad].join(' ')}`);
      return isAccepted;
    },
    endDraw: () => log(packer, 'end'),
  }));
  const plans = planDraws(context, scenario);
  const scan = new ScanConverter(context, plans, packers as unknown as Packer[], undefined);
  const run = (): void => {
    for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next())
      if (getReceiver(event) === UNIT.SCAN) scan.step();
  };
  const quads = (): PackerEvent[] => events.filter(({ event }) => event.startsWith('quad'));
  return { scan, run, events, quads, idle, context };
}

/** The number of quads in 16 by 16 pixels. */
const QUADS = 64;

it.each([
  [1, 1],
  [2, 2],
  [16, 2],
])(
  'with a limit of %i quads per cycle, sends %i per cycle to a single packer (P-039)',
  (quadsPerCycle, perPacker) => {
    const { scan, run, quads } = makeScan({ primitives: 2, freedoms: { packers: 1, quadsPerCycle } });
    scan.resume();
    scan.resume();
    run();
    const cycles = quads().map(({ cycle }) => cycle);
    expect(cycles).toEqual(
      Array.from({ length: 2 * QUADS }, (_, index) => 1 + Math.floor(index / perPacker)),
    );
  },
);

it('sends each packer the quads in its regions, at most two per cycle', () => {
  const regionMap = setting('regionMap', 'stripes');
  const freedoms = { packers: 2, quadsPerCycle: 3, regionSize: 8, regionMap };
  const { scan, run, quads } = makeScan({ primitives: 1, freedoms });
  scan.resume();
  run();
  expect(quads()).toHaveLength(QUADS);
  for (const { packer, event } of quads())
    expect(packer).toBe(Math.floor(Number(event.split(' ')[1 + QUAD_COLUMN.Y]) / 8) % 2);
  const quadCounts = new Map<string, number>();
  for (const { cycle, packer } of quads()) {
    const key = `${cycle} ${packer}`;
    quadCounts.set(key, (quadCounts.get(key) ?? 0) + 1);
  }
  expect(Math.max(...quadCounts.values())).toBe(2);
});

it.each([
  ['of the size set by the knob if all quads are fine', [0], 9],
  ['made of whole coarse quads if any draw uses them', [0x22], 16],
  ['made of whole coarse quads if any draw uses them, even for draws with fine quads', [0, 0x22, 0], 16],
])('uses regions %s', (_, rates, size) => {
  const [first, ...others] = rates.map((rate) => ({
    ...{ width: 32, height: 32, depths: [0.5], registers: { GE_VRS_RATE: rate } },
    vertices: [0, 0, 64 * 256, 0, 0, 64 * 256],
  }));
  const freedoms = { packers: 2, regionSize: 9, regionMap: setting('regionMap', 'stripes') };
  const { scan, run, quads } = makeScan({ draw: first!, moreDraws: others, freedoms });
  scan.resume();
  run();
  expect(new Set(quads().map(({ packer }) => packer)).size).toBe(2);
  for (const { packer, event } of quads())
    expect(packer).toBe(Math.floor(Number(event.split(' ')[1 + QUAD_COLUMN.Y]) / size) % 2);
});

it("reports draws and primitives in order, and each draw's end to every packer after its last quad", () => {
  const changes = { primitives: 2, moreDraws: [{}], freedoms: { packers: 2 } };
  const { scan, run, events } = makeScan(changes);
  scan.resume();
  run();
  const steps = events.map(({ packer, event }) =>
    event === 'end' ? `end ${packer}` : event.replace(/^quad.*/, 'quad'),
  );
  const condensed = steps.filter((step, index) => step !== 'quad' || steps[index - 1] !== 'quad');
  const drawSteps = (draw: number): string[] => [
    ...[`draw-begin ${draw}`, `primitive ${2 * draw}`, 'quad', `primitive ${2 * draw + 1}`, 'quad'],
    ...['end 0', 'end 1', `draw-end ${draw}`],
  ];
  expect(condensed).toEqual([...drawSteps(0), ...drawSteps(1)]);
  expect([scan.finished, scan.resume(), run(), events.length]).toEqual([
    true,
    undefined,
    undefined,
    steps.length,
  ]);
});

it('neither loses nor repeats quads, no matter when packers reject them', () => {
  const changes = { primitives: 3, moreDraws: [{}], freedoms: { packers: 1 } };
  const reference = makeScan(changes);
  reference.scan.resume();
  reference.run();
  const expected = reference.quads().map(({ event }) => event);
  expect(expected).toHaveLength(6 * QUADS);
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (answers) => {
      const { scan, run, quads } = makeScan(changes, () => answers.next().value < 9);
      // After a rejection, the scan converter waits until it is resumed.
      while (!scan.finished) {
        scan.resume();
        run();
      }
      expect(quads().map(({ event }) => event)).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

it.each([
  ['waits', false],
  ['goes-on', true],
] as const)(
  'sampleChange "%s" determines whether a draw with a different sample count waits for earlier waves (U26)',
  (settingName, continues) => {
    const recordStarts = (samples: 1 | 4): boolean[] => {
      const sampleChange = setting('sampleChange', settingName);
      const { scan, run, events, idle } = makeScan({
        primitives: 1,
        moreDraws: [{ samples }],
        freedoms: { sampleChange },
      });
      idle.packers = false;
      const hasStarted = (): boolean => events.some(({ event }) => event === 'draw-begin 1');
      scan.resume();
      run();
      const [early] = [hasStarted()];
      scan.waveEnded();
      run();
      const [between] = [hasStarted()];
      idle.packers = true;
      scan.waveEnded();
      run();
      return [early, between, hasStarted()];
    };
    expect(recordStarts(4)).toEqual([continues, continues, true]);
    expect(recordStarts(1)).toEqual([true, true, true]);
  },
);
