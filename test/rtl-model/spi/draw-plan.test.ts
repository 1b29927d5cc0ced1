import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChipName, chipOf, factsOf } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { INPUT_REGISTER_COUNT, planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { scene } from '../../checkers/support/scenes.js';

/** Fields of SPI_SHADER_PGM_RSRC2_PS: the user data register count, and which other scalar arguments are loaded. */
interface Arguments {
  readonly userDataCount: number;
  readonly scratch: boolean;
  readonly waveCount: boolean;
  readonly collision: boolean;
  readonly intrawave: boolean;
}

const args: fc.Arbitrary<Arguments> = fc.record({
  userDataCount: fc.nat({ max: 16 }),
  scratch: fc.boolean(),
  waveCount: fc.boolean(),
  collision: fc.boolean(),
  intrawave: fc.boolean(),
});

function makePlan(chip: ChipName, { userDataCount, scratch, waveCount, collision, intrawave }: Arguments) {
  const bits = [scratch, waveCount, collision, intrawave].map(Number);
  const rsrc2 = bits[0] | (userDataCount << 1) | (bits[1] << 7) | (bits[2] << 25) | (bits[3] << 26);
  const registers = { SPI_SHADER_PGM_RSRC2_PS: rsrc2, SPI_SHADER_USER_DATA_PS_1: 77 };
  const scenario = scene({ chip, draw: { registers } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  return plan;
}

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'arguments on %s are loaded consecutively: user data, primitive mask, wave count, overlap, layers, scratch',
  (chip) => {
    const { exitsByExport, hardwareScratchBase } = factsOf(chipOf(chip).gfx);
    fc.assert(
      fc.property(args, (loaded) => {
        const plan = makePlan(chip, loaded);
        let next = loaded.userDataCount + 1 + (loaded.waveCount ? 1 : 0);
        const nextRegister = (isLoaded: boolean): number | undefined => (isLoaded ? next++ : undefined);
        expect(plan.collisionRegister).toBe(nextRegister(loaded.collision && !exitsByExport));
        expect(plan.intrawaveRegister).toBe(nextRegister(loaded.intrawave && !exitsByExport));
        if (loaded.scratch) expect(plan.scratch?.offsetRegister).toBe(nextRegister(!hardwareScratchBase));
        else expect(plan.scratch).toBeUndefined();
        expect(plan.sgprCount).toBe(next);
        const userData = Array.from({ length: loaded.userDataCount }, (_, i) => (i === 1 ? 77 : 0));
        expect([...plan.userData]).toEqual(userData);
      }),
    );
  },
);

it.each<[ChipName, number]>([
  ['vega10', 5],
  ['navi10', 5],
  ['navi21', 5 + 3],
  ['navi31', 5 + 3],
])('draws on %s have %i attributes, including per-primitive ones on GFX10.3 and later', (chip, count) => {
  const scenario = scene({ chip, draw: { registers: { SPI_PS_IN_CONTROL: 5 | (3 << 9) } } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  expect(plan.attributes).toBe(count);
});

it('loading every input fills the input registers of a slot', () => {
  const scenario = scene({ draw: { registers: { SPI_PS_INPUT_ENA: 0xffff } } });
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  expect(plan!.vgprCount).toBe(INPUT_REGISTER_COUNT);
});
