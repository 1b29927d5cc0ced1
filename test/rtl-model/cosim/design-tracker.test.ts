import fc from 'fast-check';
import type { ChipName } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { DesignBoundary } from '../../../rtl-model/cosim/design-boundary.js';
import { DesignIdFormation, DesignLaunchQueue } from '../../../rtl-model/cosim/design-slot.js';
import { connectTrackers, type DesignExitTracker } from '../../../rtl-model/cosim/design-tracker.js';
import { Grants } from '../../../rtl-model/cosim/grants.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { computeWaveId } from '../../../rtl-model/db/wave-ids.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { Packer } from '../../../rtl-model/sc/packer.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { ExitTracker } from '../../../rtl-model/spi/exit-tracker.js';
import { RING } from '../../../rtl-model/spi/spec.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { DesignUnit, KnobValues, Transaction } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const PACKER = 1;
const LINE = 'a line from the design';
const ORDERED_REGISTERS = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_COL_FORMAT: 1 };

/**
 * Returns the messages that the host posts to a design, and a function that creates the packer's wave with a given
 * sequence number.
 */
function createFixture() {
  const scenario = scene({
    chip: 'navi31',
    draw: { registers: ORDERED_REGISTERS },
    freedoms: { idWrap: 9, idStart: 7 },
  });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const posted: string[] = [];
  const boundary = {
    post: (...fields: unknown[]) => posted.push(fields.join(' ')),
  } as unknown as DesignBoundary;
  const [plan] = planDraws(context, scenario);
  const makeWave = (sequence: number): Wave =>
    Object.assign(new Wave(sequence), { sequence, packer: PACKER, plan, slot: -1, id: -1 });
  return { context, boundary, posted, makeWave };
}

it('reports a closed wave only once, and forms it once the design has assigned its id', () => {
  const { context, boundary, posted, makeWave } = createFixture();
  let retries = 0;
  const formation = new DesignIdFormation(context, PACKER, boundary, () => retries++);
  const ports = { tracker: { waveOf: () => undefined } } as never;
  for (const id of [0, 9]) {
    const [wave, other] = [makeWave(id), makeWave(5)];
    posted.length = 0;
    expect([formation.admits(wave), formation.admits(wave)]).toEqual([false, false]);
    expect(posted).toEqual(['packed 1']);
    expect([formation.getBlocker(wave), formation.getBlocker(other)]).toEqual(['id-window', undefined]);
    for (const invalidId of [-1, 10])
      expect(() => formation.onNumbered([invalidId], LINE)).toThrow('ids range from 0 to 9');
    formation.onNumbered([id], LINE);
    expect(() => formation.onNumbered([id], LINE)).toThrow('packer 1 has no wave waiting for its id');
    expect(formation.admits(wave)).toBe(true);
    const overlapped = new OverlapSet();
    if (id === 9) overlapped.add(8);
    formation.describe(wave, overlapped, ports);
    expect([wave.id, wave.overlap.didOverlap]).toEqual([id, id === 9]);
    expect(formation.getBlocker(wave)).toBeUndefined();
  }
  expect(retries).toBe(2);
  expect(() => formation.onNumbered([3], LINE)).toThrow('packer 1 has no wave waiting for its id');
});

it('tells the design when the id window moves', () => {
  const { context, boundary, posted } = createFixture();
  const formation = new DesignIdFormation(context, PACKER, boundary, () => undefined);
  for (const first of [0, 2, 3]) formation.windowMoved(first);
  expect(posted).toEqual(['window 1 7', 'window 1 9', 'window 1 0']);
});

it('launches each wave once, in the order chosen by the design, and notifies the design', () => {
  const { boundary, posted, makeWave } = createFixture();
  const waiting = [3, 4].map((id) => Object.assign(makeWave(id), { id }));
  for (const { launch } of waiting) launch.staged = true;
  const [third, fourth] = waiting;
  let wakes = 0;
  const packer = {
    waiting,
    take: (wave: Wave) => waiting.splice(waiting.indexOf(wave), 1)[0],
  } as unknown as Packer;
  const queue = new DesignLaunchQueue(packer, PACKER, boundary, () => wakes++);
  queue.onOffered([4], LINE);
  queue.onOffered([3], LINE);
  for (const id of [3, 5])
    expect(() => queue.onOffered([id], LINE)).toThrow(`packer 1 has no wave ${id} to offer`);
  expect(wakes).toBe(2);
  expect([queue.take(), queue.take()]).toEqual([fourth, third]);
  expect([queue.waiting, waiting, posted]).toEqual([[], [], ['launched 1 4', 'launched 1 3']]);
});

it.each<[DesignUnit, string[]]>([
  ['exit-tracker', ['exited', 'visible']],
  ['overlap-to-exit', ['exited', 'visible', 'described']],
  ['packer-to-launch', ['numbered', 'offered']],
])('a stalled %s design starts with two grants for each stallable output', (unit, outputs) => {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  expect([...new Grants(context, unit, 20).initialLines].sort()).toEqual(
    outputs.map((name) => `grant 0 ${name} 2`).sort(),
  );
  expect(new Grants(context, unit, undefined).initialLines).toEqual([]);
});

/** The events for an output: the design sends it, it takes effect, and the design may send another one. */
const events = fc.array(fc.constantFrom('send', 'take effect', 'grant'), { maxLength: 30 });

it('a design may only send granted outputs, and each output that takes effect allows another', () => {
  fc.assert(
    fc.property(events, fc.nat({ max: 9 }), (eventSequence, stallCycles) => {
      const context = new DeviceContext(scene(), { choose: () => stallCycles }, null);
      const grants = new Grants(context, 'exit-tracker', 9);
      let [unused, sent, dueGrants] = [2, 0, 0];
      for (const event of eventSequence) {
        if (event === 'send' && unused === 0) {
          expect(() => grants.use('exited', 'a line')).toThrow('the host has not granted another "exited"');
        } else if (event === 'send') {
          grants.use('exited', 'a line');
          unused--;
          sent++;
        } else if (event === 'take effect' && sent > 0) {
          expect(grants.nextGrant('exited')).toEqual({ name: 'exited', cycle: stallCycles });
          sent--;
          dueGrants++;
        } else if (event === 'grant' && dueGrants > 0) {
          grants.issue('exited');
          unused++;
          dueGrants--;
        }
      }
    }),
  );
});

it('a design may send any number of unlimited outputs', () => {
  const grants = new Grants(new DeviceContext(scene(), new ReplayChoices([]), null), 'overlap-to-exit', 9);
  for (const name of ['meets', 'meets', 'meets', 'numbered']) {
    grants.use(name, 'a line');
    expect(grants.nextGrant(name)).toBeUndefined();
  }
});

const PACKERS = 2;

const IDS: Partial<KnobValues> = { idWrap: 9, idStart: 3, packers: PACKERS };

function connectMock(chip: ChipName, freedoms = IDS, unit: DesignUnit = 'exit-tracker') {
  const notified: string[] = [];
  const posted: string[] = [];
  const transactions: Transaction[] = [];
  const handlers = new Map<string, (values: readonly number[], line: string) => void>();
  const context = new DeviceContext(scene({ chip, freedoms }), new ReplayChoices([]), (t) =>
    transactions.push({ ...t }),
  );
  const boundary: Pick<DesignBoundary, 'on' | 'post' | 'unit'> = {
    unit,
    on: (name, handler) => handlers.set(name, handler),
    post: (name, ...values) => posted.push([name, ...values].join(' ')),
  };
  const trackers = connectTrackers(context, boundary as DesignBoundary, [0, 1], {
    exitCounted: ({ sequence }) => notified.push(`counted ${sequence}`),
    retired: ({ sequence }) => notified.push(`retired ${sequence}`),
    windowMoved: (packer) => notified.push(`window of ${packer}`),
    exitingIdChanged: (packer) => notified.push(`id of ${packer}`),
  });
  const send = (name: string, ...values: readonly number[]): void => handlers.get(name)!(values, name);
  return { context, trackers, notified, posted, transactions, send, handlers };
}

const MANY_IDS: Partial<KnobValues> = { idWrap: 63, idStart: 55, packers: PACKERS };

function formWave(
  tracker: Pick<DesignExitTracker, 'add'>,
  packer: number,
  sequence: number,
  ids = IDS,
): Wave {
  const wave = new Wave(sequence);
  Object.assign(wave, {
    packer,
    sequence,
    number: 100 + sequence,
    id: computeWaveId(ids as KnobValues, sequence),
  });
  tracker.add(wave);
  return wave;
}

/** Returns a tracker's state as other units see it, ignoring exits still waiting for older ones. */
function getVisibleState(
  tracker: Pick<
    ExitTracker,
    'oldest' | 'windowStart' | 'shown' | 'exitingId' | 'isEmpty' | 'hasExited' | 'waveOf'
  >,
) {
  const { oldest, windowStart, shown, exitingId, isEmpty } = tracker;
  const numbers = Array.from({ length: 16 }, (_, i) => i);
  const exited = numbers.map((sequence) => tracker.hasExited(sequence));
  const presentWaves = numbers.map((sequence) =>
    exited[sequence] ? undefined : tracker.waveOf(sequence)?.sequence,
  );
  return { oldest, windowStart, shown, exitingId, isEmpty, exited, presentWaves };
}

/** For each exit, the wave's position among four unfinished ones. A new wave replaces each wave that exits. */
const exitOrders = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 14 });

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'other units see no difference on %s between the model and a design that counts the same way',
  (chip) => {
    fc.assert(
      fc.property(exitOrders, (picks) => {
        const { context, trackers, send } = connectMock(chip, MANY_IDS);
        const { exitsByExport } = context.facts;
        const [, design] = trackers;
        const model = new ExitTracker(context, 1, {
          retired: () => undefined,
          windowMoved: () => undefined,
          exitingIdChanged: () => undefined,
        });
        const pairs: [Wave, Wave][] = [];
        const waiting: number[] = [];
        const done = new Set<number>();
        for (const pick of picks) {
          while (waiting.length < 4) {
            const sequence = pairs.length;
            pairs.push([formWave(design, 1, sequence, MANY_IDS), formWave(model, 1, sequence, MANY_IDS)]);
            waiting.push(sequence);
          }
          const [sequence] = waiting.splice(pick, 1);
          const [designWave, modelWave] = pairs[sequence];
          const before = model.oldest;
          design.exit(designWave);
          model.exit(modelWave);
          done.add(sequence);
          if (exitsByExport) send('exited', 1, designWave.id);
          else {
            for (let exited = before; exited < model.oldest; exited++) send('exited', 1, pairs[exited][0].id);
            if (model.oldest > before) {
              model.arrive();
              send('visible', 1, computeWaveId(MANY_IDS as KnobValues, model.oldest));
            }
          }
          expect(getVisibleState(design)).toEqual(getVisibleState(model));
        }
      }),
    );
  },
);

describe("a design's tracker", () => {
  it("sends each wave and exit to the design once, and passes the design's answers on to the other units", () => {
    const { trackers, notified, posted, transactions, send } = connectMock('navi21');
    const waves = [0, 1, 2].map((sequence) => formWave(trackers[1], 1, sequence));
    trackers[1].exit(waves[1]);
    trackers[1].exit(waves[1]);
    trackers[1].exitNext(waves[1]);
    trackers[1].exitNext(waves[2]);
    expect(posted).toEqual(['formed 1 3', 'formed 1 4', 'formed 1 5', 'exit 1 4', 'exit 1 5']);
    send('exited', 1, 3);
    trackers[1].exit(waves[0]);
    expect(posted).toHaveLength(5);
    send('visible', 1, 4);
    expect(notified).toEqual(['counted 0', 'retired 0', 'id of 1', 'window of 1']);
    expect(transactions).toEqual([
      { kind: 'section-exit', cycle: 0, wave: 100, packer: 1, id: 4 },
      { kind: 'exiting-id-visible', cycle: 0, packer: 1, id: 4 },
    ]);
    expect(trackers.map(({ epoch }) => epoch)).toEqual([0, 1]);
  });

  it('follows an id that becomes visible more than half of the id space ahead, up to the counted exits', () => {
    const { trackers, send } = connectMock('navi21');
    const [tracker] = trackers;
    for (let sequence = 0; sequence < 8; sequence++) formWave(tracker, 0, sequence);
    for (let sequence = 0; sequence < 7; sequence++)
      send('exited', 0, computeWaveId(IDS as KnobValues, sequence));
    send('visible', 0, computeWaveId(IDS as KnobValues, 7));
    expect(tracker.shown).toBe(7);
  });

  it('only reports exits to a design that describes waves', () => {
    const { trackers, posted } = connectMock('navi21', IDS, 'overlap-to-exit');
    trackers[0].exit(formWave(trackers[0], 0, 0));
    expect(posted).toEqual(['exit 0 3']);
  });

  it('forgets waves whose slots have been reused', () => {
    const { trackers, send } = connectMock('navi31');
    for (let sequence = 0; sequence < RING; sequence++) {
      const wave = formWave(trackers[0], 0, sequence);
      send('exited', 0, wave.id);
    }
    const last = formWave(trackers[0], 0, RING);
    expect([0, 1, RING].map((sequence) => trackers[0].waveOf(sequence))).toEqual([
      undefined,
      undefined,
      last,
    ]);
  });

  it("reports an exit by export with its wave's id, and does not handle visible ids", () => {
    const { trackers, notified, transactions, handlers, send } = connectMock('navi31');
    formWave(trackers[0], 0, 0);
    send('exited', 0, 3);
    expect(transactions).toEqual([{ kind: 'section-exit', cycle: 0, wave: 100, packer: 0, id: 3 }]);
    expect(notified).toEqual(['counted 0', 'retired 0', 'window of 0']);
    expect([...handlers.keys()]).toEqual(['exited']);
  });

  it.each<[string, readonly number[], string]>([
    ['exited', [0, 4], 'packer 0 has no unfinished wave 4'],
    ['exited', [1, 3], 'packer 1 has no unfinished wave 3'],
    ['exited', [2, 3], 'packers are numbered from 0 to 1'],
    ['visible', [2, 3], 'packers are numbered from 0 to 1'],
    ['visible', [0, -1], 'ids range from 0 to 9'],
    ['visible', [0, 10], 'ids range from 0 to 9'],
  ])('rejects %s %j', (name, values, reason) => {
    const { trackers, send } = connectMock('navi21');
    formWave(trackers[0], 0, 0);
    expect(() => send(name, ...values)).toThrow(reason);
  });

  it.each([
    [3, 0],
    [8, 5],
    [9, 0],
    [0, 0],
    [2, 0],
  ])(
    'interprets a first visible id of %i as wave %i (ids more than half the range ahead are treated as behind)',
    (id, shown) => {
      const { trackers, notified, send } = connectMock('navi21');
      send('visible', 0, id);
      expect([trackers[0].exitingId, trackers[0].shown, trackers[0].windowStart]).toEqual([id, shown, 0]);
      expect(notified).toEqual(['id of 0']);
    },
  );

  it('shows the first id until the design announces one', () => {
    expect(connectMock('navi21').trackers.map(({ exitingId }) => exitingId)).toEqual([3, 3]);
  });

  it('handles a wave that exits out of order', () => {
    const { trackers, send } = connectMock('navi31');
    for (const sequence of [0, 1, 2]) formWave(trackers[0], 0, sequence);
    send('exited', 0, 4);
    const [tracker] = trackers;
    expect([0, 1, 2, 3].map((sequence) => tracker.hasExited(sequence))).toEqual([false, true, false, false]);
    expect([tracker.oldest, tracker.isEmpty]).toEqual([0, false]);
    send('exited', 0, 3);
    send('exited', 0, 5);
    expect([tracker.oldest, tracker.isEmpty]).toEqual([3, true]);
  });
});
