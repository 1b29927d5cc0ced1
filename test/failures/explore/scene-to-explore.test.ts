import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHIP_NAMES } from '../../../arch/index.js';
import { resolveScene } from '../../../failures/explore/scene-to-explore.js';
import { describeScene } from '../../../failures/explore/small-scene.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { type Scenario, scenarioToJson } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

const folder = createTempFolder();

/** Writes a scenario to a file and returns the file's path. */
function storeScenario(scenario: Scenario): string {
  const file = join(folder, 'stored.json');
  writeFileSync(file, scenarioToJson(scenario));
  return file;
}

it('reports a path that does not exist as a missing file, and any other name as an unknown test', () => {
  expect(() => resolveScene('missing.json', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => resolveScene('folder/missing', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => resolveScene('rmw_bufer@0x1', NO_OVERRIDES, {})).toThrow('did you mean rmw_buffer');
  expect(() => resolveScene('rmw_bufer', NO_OVERRIDES, {})).toThrow('did you mean rmw_buffer');
});

it('accepts a test name with a seed but no suite', () => {
  const overrides = { ...NO_OVERRIDES, chips: ['vega10' as const] };
  expect(resolveScene('rmw_buffer@0x1', overrides, {}).scene).toEqual(
    resolveScene('smoke:rmw_buffer@0x1', overrides, {}).scene,
  );
});

it.each(['rmw_buffer', 'rmw_buffer@0x1'])(
  'rejects a fault that cannot occur on the chip that %s runs on, and lists the generations on which it can',
  (test) => {
    const overrides = { ...NO_OVERRIDES, chips: ['navi31' as const], faults: ['F48' as const] };
    expect(() => resolveScene(test, overrides, {})).toThrow(
      'Cannot use --fault F48 on navi31, which is gfx11: the fault only exists on gfx9, gfx10, gfx10.3',
    );
  },
);

it('rejects more than one chip', () => {
  const twoChips = { ...NO_OVERRIDES, chips: ['navi21', 'navi31'] } as const;
  expect(() => resolveScene('rmw_buffer', twoChips, {})).toThrow(
    'Invalid --chip navi21,navi31: only one chip can be explored at a time; choose one, such as --chip navi21',
  );
  expect(() => resolveScene('rmw_buffer', { ...twoChips, chips: CHIP_NAMES }, {})).toThrow(
    /^Invalid --chip all: only one chip can be explored at a time; choose one of raven, renoir, .*, navi48$/,
  );
  expect(resolveScene('rmw_buffer', { ...twoChips, chips: ['navi31'] }, {}).scene.chip).toBe('navi31');
});

it("keeps a stored scene's pixels, knobs, faults and clock unless options override them", () => {
  const overrides = { chips: ['vega10'], knobs: { idWrap: 7, idWindow: 4 }, faults: ['F48'] } as const;
  const { scene } = resolveScene('rmw_buffer', overrides, { pixels: 'ABA', sameClock: true });
  const file = storeScenario(scene);
  expect(resolveScene(file, NO_OVERRIDES, {})).toEqual({
    scene,
    isGenerated: false,
    replacedText: undefined,
  });
  const changes = { ...NO_OVERRIDES, knobs: { idWrap: 15 } } as const;
  const { scene: changed } = resolveScene(file, changes, { pixels: 'Aa', sameClock: false });
  expect(describeScene(changed)).toEqual({ pixels: 'Aa', knobs: ['idWrap=15', 'idWindow=4'] });
  expect(changed.schedule).toEqual({ strategy: 'order', choices: [] });
});

it('reports what it replaces in a stored test that was not written by a search', () => {
  const file = storeScenario(drawTest('rmw_buffer', '0x1'));
  const { scene, replacedText } = resolveScene(file, NO_OVERRIDES, {});
  expect(describeScene(scene)).toEqual({ pixels: 'AAA', knobs: [] });
  expect(replacedText).toBe(
    `${file} was changed: only its first draw is kept, with pixels AAA (--pixels) and default knobs (--set), and all event orders are explored instead of its original timing (add --same-clock for simultaneous events)`,
  );
});
