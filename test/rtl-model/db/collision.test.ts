import fc from 'fast-check';
import type { ChipName } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { type CollisionPorts, describeCollision, isTracked } from '../../../rtl-model/db/collision.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { CLEAN_OVERLAP } from '../../../rtl-model/db/overlap-tracker.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

/** Properties of the tested wave. By default, the window has six ids, and there is neither real nor false overlap. */
interface WaveSettings {
  readonly chip: 'vega10' | 'navi10';
  readonly sequence: number;
  readonly windowStart: number;
  readonly overlaps?: readonly number[];
  readonly falseOverlap?: number;
  readonly staleNewest?: number;
  readonly intrawaveMask?: number;
  readonly intrawaveNewest?: number;
  readonly newestZero?: number;
  /** The largest allowed distance between ids in use. The largest id is 7. */
  readonly idWindow?: number;
  /** The answers to the device's choices, in order. */
  readonly choices?: readonly number[];
}

/** Ports that report ids as they are, of a packer whose waves before `windowStart` have exited. */
function makePorts(windowStart: number): CollisionPorts {
  return {
    outputs: { ...CLEAN_OVERLAP, newestField: (_gfx, newest) => newest },
    tracker: { waveOf: () => undefined, oldest: windowStart, windowStart },
  };
}

function getArgument({ chip, sequence, windowStart, overlaps = [], ...options }: WaveSettings) {
  const {
    falseOverlap = 0,
    staleNewest = setting('staleNewest', 'own'),
    intrawaveMask = 0,
    intrawaveNewest = setting('intrawaveNewest', 'previous'),
    choices = [],
  } = options;
  const { newestZero = setting('newestZero', 'zero'), idWindow = 6 } = options;
  const registers = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_COL_FORMAT: 1 };
  const freedoms = { idWrap: 7, idWindow, staleNewest, intrawaveNewest, newestZero, falseOverlap };
  const scenario = scene({ chip, draw: { registers }, freedoms });
  const context = new DeviceContext(scenario, new ReplayChoices(choices), null);
  const wave = new Wave(0);
  wave.reset(0, sequence, planDraws(context, scenario)[0]);
  wave.id = sequence % 8;
  wave.intrawaveMask = intrawaveMask;
  const overlapped = new OverlapSet();
  for (const older of overlaps) overlapped.add(older);
  describeCollision(context, wave, overlapped, makePorts(windowStart));
  return { didOverlap: wave.overlap.didOverlap, newest: wave.overlap.newest };
}

test.each(['vega10', 'navi10'] as const)(
  'a wave on %s does not report a wave whose id has since left the window',
  (chip) => {
    expect(getArgument({ chip, sequence: 8, windowStart: 3, overlaps: [0, 2] })).toEqual({
      didOverlap: true,
      newest: 2,
    });
    expect(getArgument({ chip, sequence: 9, windowStart: 3, overlaps: [0, 2] })).toEqual({
      didOverlap: false,
      newest: 1,
    });
  },
);

test('a wave may report a wave outside the window that has not exited', () => {
  expect(getArgument({ chip: 'vega10', sequence: 9, windowStart: 2, overlaps: [0, 2] })).toEqual({
    didOverlap: true,
    newest: 2,
  });
});

test.each([0, 1, 37, 100])(
  'of a hundred waves without overlap, %i are reported as overlapping (U5)',
  (percent) => {
    const answers = Array.from({ length: 100 }, (_, chance) =>
      getArgument({ chip: 'navi10', sequence: 4, windowStart: 2, falseOverlap: percent, choices: [chance] }),
    );
    expect(answers.filter(({ didOverlap }) => didOverlap)).toHaveLength(percent);
  },
);

test('a wave with bit 31 clear reports another wave as newest only if the field may be stale (pops.md 10.1)', () => {
  const reportsOther = (staleNewest: number): boolean =>
    [0, 1, 2, 3, 4].some((chance) => {
      const argument = getArgument({
        chip: 'navi10',
        sequence: 6,
        windowStart: 2,
        staleNewest,
        choices: [chance],
      });
      expect(argument.didOverlap).toBe(false);
      return argument.newest !== 6;
    });
  expect([reportsOther(0), reportsOther(1)]).toEqual([false, true]);
});

test('a false overlap may point to any earlier wave in the window, but no other wave', () => {
  const getReportedDistances = (sequence: number) => {
    const newest = Array.from({ length: 12 }, (_, chance) =>
      getArgument({ chip: 'navi10', sequence, windowStart: 0, falseOverlap: 100, choices: [0, chance] }),
    ).map(({ newest }) => (sequence - newest + 8) % 8);
    return [...new Set(newest)].sort();
  };
  expect([getReportedDistances(20), getReportedDistances(3)]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3],
  ]);
});

test("a newest id of 0 may wrap around to the largest id on GFX9, unless it is the wave's own (U27)", () => {
  const newest = (
    chip: 'vega10' | 'navi10',
    newestZero: number,
    overlaps: readonly number[],
    sequence = 10,
  ) => getArgument({ chip, sequence, windowStart: 5, newestZero, overlaps }).newest;
  expect([newest('vega10', 0, [8]), newest('vega10', 1, [8]), newest('navi10', 1, [8])]).toEqual([0, 7, 0]);
  expect([newest('vega10', 1, [9]), newest('vega10', 1, [], 8)]).toEqual([1, 0]);
});

test('a wave that overlaps only itself reports the previous wave or the last to exit, depending on the knob (U4)', () => {
  const getArgumentWith = (intrawaveNewest: number) =>
    getArgument({ chip: 'navi10', sequence: 6, windowStart: 3, intrawaveMask: 2, intrawaveNewest });
  expect([getArgumentWith(0), getArgumentWith(1)]).toEqual([
    { didOverlap: true, newest: 5 },
    { didOverlap: true, newest: 2 },
  ]);
});

test('tracks only waves from ordered draws, and on GFX10 and GFX10.3 only those with export space (S-111)', () => {
  const tracks = (chip: ChipName, ordered: 0 | 1, format: 0 | 1): boolean => {
    const registers = {
      DB_SHADER_CONTROL: ordered << 16,
      SPI_SHADER_COL_FORMAT: format,
      SPI_SHADER_Z_FORMAT: 0,
    };
    const scenario = scene({ chip, draw: { registers } });
    const context = new DeviceContext(scenario, new ReplayChoices([]), null);
    const wave = new Wave(0);
    wave.reset(0, 0, planDraws(context, scenario)[0]);
    return isTracked(context, wave);
  };
  const chips = ['vega10', 'navi10', 'navi21', 'navi31'] as const;
  expect(chips.map((chip) => tracks(chip, 1, 1))).toEqual([true, true, true, true]);
  expect(chips.map((chip) => tracks(chip, 1, 0))).toEqual([true, false, false, true]);
  expect(chips.map((chip) => tracks(chip, 0, 1))).toEqual([false, false, false, false]);
});

test('a wave without overlap may report any false overlap or stale wave that the knobs allow', () => {
  const settings = fc.record({
    sequence: fc.nat({ max: 12 }),
    idWrap: fc.integer({ min: 3, max: 9 }),
    idWindow: fc.integer({ min: 2, max: 9 }),
    falseOverlap: fc.constantFrom(0, 1, 50),
    staleNewest: fc.constantFrom(0, 1),
    ordered: fc.boolean(),
    percentile: fc.constantFrom(0, 1, 49, 50, 99),
    stepsBack: fc.nat({ max: 20 }),
  });
  fc.assert(
    fc.property(settings, (knobs) => {
      const { sequence, idWrap, falseOverlap, staleNewest, ordered, percentile } = knobs;
      const idWindow = Math.min(knobs.idWindow, idWrap);
      const choicesMade: [number, number][] = [];
      const choose = (point: number, n: number): number => {
        choicesMade.push([point, n]);
        return point === CHOICE.FALSE_OVERLAP ? percentile : knobs.stepsBack % n;
      };
      const registers = { DB_SHADER_CONTROL: Number(ordered) << 16, SPI_SHADER_COL_FORMAT: 1 };
      const scenario = scene({
        draw: { registers },
        freedoms: { idWrap, idWindow, staleNewest, falseOverlap },
      });
      const context = new DeviceContext(scenario, { choose }, null);
      const wave = new Wave(0);
      wave.reset(0, sequence, planDraws(context, scenario)[0]);
      // An id unrelated to the wave's number, which a design could assign.
      const ownId = 777 % (idWrap + 1);
      wave.id = ownId;
      describeCollision(context, wave, new OverlapSet(), makePorts(0));
      const maxDistance = ordered ? Math.min(sequence, idWindow - 1, idWrap - 1) : 0;
      const isReported = maxDistance > 0 && percentile < falseOverlap;
      const reportsOther = isReported || (maxDistance > 0 && staleNewest === setting('staleNewest', 'old'));
      expect(choicesMade).toEqual([
        ...(maxDistance > 0 && falseOverlap > 0 ? [[CHOICE.FALSE_OVERLAP, 100]] : []),
        ...(reportsOther ? [[CHOICE.STALE_NEWEST, maxDistance]] : []),
      ]);
      const reported = sequence - 1 - (knobs.stepsBack % Math.max(maxDistance, 1));
      expect(wave.overlap.didOverlap).toBe(isReported);
      expect(wave.overlap.newest).toBe(reportsOther ? reported % (idWrap + 1) : ownId);
    }),
  );
});

test('a wave that overlaps only itself never reports itself, even if the window equals the largest id (U4, W9)', () => {
  const intrawaveNewest = setting('intrawaveNewest', 'last-exited');
  const layers = { chip: 'navi10', idWindow: 7, intrawaveMask: 2, intrawaveNewest } as const;
  expect(getArgument({ ...layers, sequence: 9, windowStart: 2 })).toEqual({ didOverlap: true, newest: 2 });
  expect(getArgument({ ...layers, sequence: 9, windowStart: 4 })).toEqual({ didOverlap: true, newest: 3 });
});
