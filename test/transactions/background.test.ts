import type { Background, Scenario } from '../../transactions/index.js';
import {
  countGroups,
  countWavesPerGroup,
  decodeScenario,
  encodeScenario,
  parseScenario,
} from '../../transactions/index.js';
import { createGroupedScene } from '../support/background-scene.js';

const scenario = createGroupedScene('navi21');
const withBackground = (change: (background: Background) => unknown): unknown => ({
  ...scenario,
  background: change(scenario.background!),
});

describe('background work in a scenario file', () => {
  it('round-trips', () => {
    expect(decodeScenario(encodeScenario(scenario), 'file')).toEqual(scenario);
  });

  it('may write only to memory objects', () => {
    const withUnknownOutput = withBackground((background) => ({ ...background, outputs: ['nothing'] }));
    expect(() => parseScenario(withUnknownOutput, 'file')).toThrow(
      'background.outputs contains "nothing", which is not the name of a memory object',
    );
  });

  it('cannot use WGP mode on GFX9', () => {
    const gfx9Scenario = createGroupedScene('vega20', { mode: 'wgp' });
    expect(() => parseScenario(gfx9Scenario, 'file')).toThrow(
      'background.works[0].mode is wgp; expected cu on vega20',
    );
  });

  it('may not contain work of an unknown kind', () => {
    const withUnknownKind = withBackground(({ works }) => ({
      works: [{ ...works[0], kind: 'hull' }],
      outputs: [],
    }));
    expect(() => parseScenario(withUnknownKind, 'file')).toThrow('background.works[0]');
  });
});

describe('background waves', () => {
  const [work] = (scenario as Scenario).background!.works;

  it('are full, except for the last wave of each group', () => {
    const compute = { ...work, kind: 'compute', groupSize: [5, 7, 2], groups: 9 } as never;
    expect([countWavesPerGroup(compute, 32), countWavesPerGroup(compute, 64)]).toEqual([3, 2]);
    expect(countGroups(compute, 32)).toBe(9);
  });

  it('each form a group of their own if they process vertices', () => {
    const geometry = { ...work, kind: 'geometry', vertices: 11, instances: 3 } as never;
    expect([countWavesPerGroup(geometry, 32), countGroups(geometry, 32), countGroups(geometry, 64)]).toEqual([
      1, 2, 1,
    ]);
  });
});
