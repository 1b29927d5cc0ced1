import { runScenario } from '../../../rtl-model/index.js';
import type { Scenario, WaveFormed } from '../../../transactions/index.js';
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
