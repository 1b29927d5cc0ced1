import { createHash } from 'node:crypto';
import { type ChipName, chipOf, factsOf, getRegisterFields } from '../../arch/index.js';
import { DeviceContext } from '../../rtl-model/context.js';
import { runScenario } from '../../rtl-model/index.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { CAPACITY } from '../../rtl-model/lds/spec.js';
import { GL1_BYTES, GL2_CHANNELS, L0_BYTES, LINE_BYTES } from '../../rtl-model/memory/spec.js';
import { countCus, countSimds, placeOf } from '../../rtl-model/placement.js';
import { CONTROLLERS } from '../../rtl-model/spi/spec.js';
import { IssueSlots } from '../../rtl-model/sq/issue.js';
import { bankOfLine } from '../../rtl-model/sqc/instruction-cache.js';
import { Wave } from '../../rtl-model/wave.js';
import { packRegisters } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { KNOBS } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';
import { buildScene } from './support/run-program.js';

const STORE = `
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dword v[0:1], v1, off
  s_endpgm`;

describe.each(['vega10', 'navi10', 'navi21', 'mariner'] as const)('the units of %s', (name: ChipName) => {
  const chip = chipOf(name);
  const places = Array.from({ length: countSimds(chip) }, (_, slot) => placeOf(chip, slot));
  const count = (unit: 'simd' | 'cu' | 'wgp' | 'shaderArray') => new Set(places.map((p) => p[unit])).size;

  it('form one or two shader arrays of work-group processors with four SIMDs and two compute units (P-008, P-017, P-037)', () => {
    expect([1, 2]).toContain(count('shaderArray'));
    expect(count('simd')).toBe(4 * count('wgp'));
    expect(count('cu')).toBe(2 * count('wgp'));
    expect(countCus(chip)).toBe(count('cu'));
    const arrays = new Set(places.map(({ wgp, shaderArray }) => `${wgp} ${shaderArray}`));
    expect(arrays.size).toBe(count('wgp'));
    if (name === 'mariner') expect([count('shaderArray'), count('wgp')]).toEqual([1, 3]);
  });

  it('can all issue in one cycle, but only one wave per SIMD (P-109, P-111)', () => {
    const scene: Scenario = buildScene(STORE, { chip: name });
    const slots = new IssueSlots(new DeviceContext(scene, new ReplayChoices([]), null));
    const waves = places.map((place) => Object.assign(new Wave(0), { place }));
    expect(waves.map((wave) => slots.tryStart(wave))).toEqual(waves.map(() => true));
    expect(waves.map((wave) => slots.tryStart(wave))).toEqual(waves.map(() => false));
  });

  it('do nothing differently if EXEC_IF_OVERLAPPED and BIN_MAPPING_MODE are set (S-150, S-151)', () => {
    const options = Object.entries({
      'DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED': 1,
      'PA_SC_BINNER_CNTL_0.BIN_MAPPING_MODE': 2,
    }).filter(([field]) => getRegisterFields(chip.gfx).has(field));
    expect(options.length).toBeGreaterThan(0);
    const scene = drawTest('rmw_image', '0xd', { chips: [name] });
    const run = (factor: 0 | 1): string => {
      const fields = Object.fromEntries(options.map(([field, value]) => [field, factor * value]));
      const hash = createHash('sha256');
      const draws = scene.draws.map((draw) => ({
        ...draw,
        registers: packRegisters(chip.gfx, fields, draw.registers),
      }));
      runScenario({ ...scene, draws }, (transaction) => hash.update(JSON.stringify(transaction)));
      return hash.digest('hex');
    };
    expect(run(1)).toBe(run(0));
  });
});

it('units have the documented sizes (P-038, P-042, P-043, P-071, P-100, P-119)', () => {
  expect([L0_BYTES, 4 * CAPACITY, GL1_BYTES]).toEqual([32 * 1024, 64 * 1024, 4 * 32 * 1024]);
  expect([GL2_CHANNELS, LINE_BYTES, CONTROLLERS]).toEqual([4, 128, 2]);
  expect([0, 1, 2, 3, 4, 5].map(bankOfLine)).toEqual([0, 1, 2, 3, 0, 1]);
  expect([factsOf('gfx9').hasGl1, factsOf('gfx10').hasGl1]).toEqual([false, true]);
});

it('an instruction takes one cycle or more (P-114, P-117)', () => {
  expect(KNOBS.issueGap.min).toBe(1);
  expect(KNOBS.issueGap.max).toBeGreaterThan(1);
});
