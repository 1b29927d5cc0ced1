import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { Packer } from '../../../rtl-model/sc/packer.js';
import { ScanConverter } from '../../../rtl-model/sc/scan-converter.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import type { Scenario, Transaction, WaveFormed } from '../../../transactions/index.js';
import { setting } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const LEFT_QUAD = [0, 0, 512, 0, 0, 512];
/** A triangle that keeps the right packer busy for a long time if drawn repeatedly. */
const RIGHT_TRIANGLE = [16 * 256, 0, 48 * 256, 0, 16 * 256, 32 * 256];

function makeScenario(launchControl: number, countdown = 0): Scenario {
  const layers = Array.from({ length: 40 }, () => RIGHT_TRIANGLE);
  const vertices = [LEFT_QUAD, ...layers].flat();
  const registers = {
    SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
    PA_SC_SHADER_CONTROL: 1 << 2,
    SPI_SHADER_COL_FORMAT: 1,
    DB_SHADER_CONTROL: 1 << 16,
    DB_RENDER_OVERRIDE2: launchControl | (countdown << 2),
  };
  const draw = { width: 32, height: 16, vertices, depths: layers.map(() => 0).concat(0), registers };
  return scene({
    draw,
    freedoms: {
      packers: 2,
      regionSize: 16,
      regionMap: setting('regionMap', 'checkerboard'),
      formationTimeout: 40,
    },
  });
}

/** Returns when and why the left packer's wave was formed. The wave's only quad arrives in cycle 1. */
function formLeftWave(control: number, countdown?: number) {
  let wave: Pick<WaveFormed, 'cycle' | 'reason'> | undefined;
  runScenario(makeScenario(control, countdown), (t) => {
    if (t.kind === 'wave-formed' && t.packer === 0) wave ??= { cycle: t.cycle, reason: t.reason };
  });
  return wave!;
}

describe('a partial wave', () => {
  it('launches after the timeout, immediately or after the countdown, depending on the squad control', () => {
    expect(formLeftWave(0)).toEqual({ cycle: 41, reason: 'timeout' });
    expect(formLeftWave(2)).toEqual({ cycle: 2, reason: 'timeout' });
    expect(formLeftWave(3, 1)).toEqual({ cycle: 33, reason: 'timeout' });
  });

  it('waits for the end of its draw if partial waves may launch only to break a hang', () => {
    expect(formLeftWave(1).reason).toBe('draw-end');
  });

  it('launches if nothing else can make progress, so a table full of its quads does not cause a hang', () => {
    const stuck = makeScenario(1);
    const freedoms = {
      ...stuck.freedoms,
      packers: 1,
      overlapEntries: 4,
      overlapOverflow: setting('overlapOverflow', 'flush'),
    };
    let waitingCount = -1;
    const { stopped } = runScenario({ ...stuck, freedoms }, (t) => {
      if (t.kind === 'quiesced') waitingCount = t.waiting.length;
    });
    expect([stopped, waitingCount]).toEqual([false, 0]);
  });
});

it("sends each of mariner's three packers at most eight pixels per cycle (P-039)", () => {
  const full = [0, 0, 128 * 256, 0, 0, 128 * 256];
  const draw = { width: 48, height: 16, vertices: full, depths: [0] };
  const threePackers = scene({
    chip: 'mariner',
    primitives: 1,
    draw,
    freedoms: { packers: 3, regionSize: 8, quadsPerCycle: 6 },
  });
  const context = new DeviceContext(threePackers, new ReplayChoices([]), null);
  const quadCounts = new Map<string, number>();
  const packers = [0, 1, 2].map((index) => ({
    accept: () => {
      const key = `${context.now} ${index}`;
      quadCounts.set(key, (quadCounts.get(key) ?? 0) + 1);
      return true;
    },
    endDraw: () => {},
  }));
  const scan = new ScanConverter(
    context,
    planDraws(context, threePackers),
    packers as unknown as Packer[],
    undefined,
  );
  scan.resume();
  while (!scan.finished) {
    expect(getReceiver(context.wheel.next())).toBe(UNIT.SCAN);
    scan.step();
  }
  expect([...quadCounts.values()].reduce((sum, quads) => sum + quads, 0)).toBe((48 * 16) / 4);
  expect(Math.max(...quadCounts.values())).toBe(2);
});

it("launches waves with their packer's wave type (P-063)", () => {
  const threePackers = scene({ chip: 'mariner', freedoms: { packers: 3, regionSize: 8 } });
  const packerByWave = new Map<number, number>();
  const types = new Set<string>();
  runScenario(threePackers, (t: Transaction) => {
    if (t.kind === 'wave-formed') packerByWave.set(t.wave, t.packer);
    if (t.kind === 'wave-launched') types.add(`${packerByWave.get(t.wave)} ${t.waveType}`);
  });
  expect([...types].sort()).toEqual(['0 PS', '1 PS1', '2 PS2']);
});
