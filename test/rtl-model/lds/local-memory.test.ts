import fc from 'fast-check';
import { makeWaveState } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { RandomChoices } from '../../../rtl-model/kernel/index.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const DWORDS = 16384;

/** Returns registers that set EXTRA_LDS_SIZE to the given number of 128-dword units. */
const encodeExtraSize = (units: number) => ({ SPI_SHADER_PGM_RSRC2_PS: units << 8 });

it('allocates disjoint ranges of the required sizes to waves, and is empty again once all are freed', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(11), { maxLength: 60 }), (units, turns) => {
      const scene = buildScene('s_endpgm');
      const draws = units.map((count) => ({ ...scene.draws[0], registers: encodeExtraSize(count) }));
      const context = new DeviceContext({ ...scene, draws }, new RandomChoices('0x1'), null);
      const plans = planDraws(context, { ...scene, draws });
      const memory = new LocalMemory(context, plans);
      const owners = new Map<number, Wave>();
      for (const turn of turns) {
        const index = turn % units.length;
        const wave = owners.get(index) ?? new Wave(index);
        if (owners.delete(index)) {
          memory.free(wave);
          continue;
        }
        wave.reset(0, 0, plans[index]);
        wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
        wave.state = makeWaveState(64, 1, 256);
        wave.launch.localDwords = memory.getSize(wave);
        if (!memory.fits(0, wave.launch.localDwords)) continue;
        memory.allocate(wave);
        owners.set(index, wave);
        expect(wave.state.lds.length).toBe(128 * units[index]);
        if (units[index] === 0) expect(wave.launch.localFirst).toBe(0);
        const ranges = [...owners.values()]
          .filter(({ state }) => state.lds.length > 0)
          .map(({ launch: { localFirst }, state }) => [localFirst, localFirst + state.lds.length] as const)
          .sort(([a], [b]) => a - b);
        ranges.reduce((end, [first, next]) => {
          expect(first).toBeGreaterThanOrEqual(end);
          return next;
        }, 0);
        expect(ranges.at(-1)?.[1] ?? 0).toBeLessThanOrEqual(DWORDS);
      }
      for (const wave of owners.values()) memory.free(wave);
      expect(memory.fits(0, DWORDS)).toBe(true);
    }),
  );
});

it('reports that a launch was refused for lack of LDS when no processor has room', () => {
  const scene = buildScene(`${'s_nop 15\n'.repeat(20)}s_endpgm`, {
    registers: encodeExtraSize(100),
    draws: 12,
  });
  expect(getTransactions(scene, 'launch-refused').map(({ resource }) => resource)).toContain('lds');
  expect(getTransactions(scene, 'quiesced')[0].waiting).toEqual([]);
});

it('allocates what a draw requests, in units of 128 dwords, or 256 on GFX11', () => {
  const getSize = (chip: 'navi21' | 'navi31'): number => {
    const scene = buildScene('s_endpgm', { chip, registers: encodeExtraSize(3) });
    const context = new DeviceContext(scene, new RandomChoices('0x1'), null);
    const plans = planDraws(context, scene);
    const wave = new Wave(0);
    wave.reset(0, 0, plans[0]);
    return new LocalMemory(context, plans).getSize(wave);
  };
  expect([getSize('navi21'), getSize('navi31')]).toEqual([384, 768]);
});
