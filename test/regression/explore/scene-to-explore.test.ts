import { expect, it } from 'vitest';
import { sceneToExplore } from '../../../regression/explore/scene-to-explore.js';
import { NO_OVERRIDES } from '../../../regression/records/selection.js';

it('a path of no file is refused as a file, and another word as a test', () => {
  expect(() => sceneToExplore('missing.json', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => sceneToExplore('folder/missing', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => sceneToExplore('rmw_bufer@0x1', NO_OVERRIDES, {})).toThrow('did you mean rmw_buffer');
  expect(() => sceneToExplore('rmw_bufer', NO_OVERRIDES, {})).toThrow('did you mean rmw_buffer');
});

it('a test may be named by its seed, without its suite', () => {
  const overrides = { ...NO_OVERRIDES, chips: ['vega10' as const] };
  expect(sceneToExplore('rmw_buffer@0x1', overrides, {})).toEqual(
    sceneToExplore('smoke:rmw_buffer@0x1', overrides, {}),
  );
});

it.each(['rmw_buffer', 'rmw_buffer@0x1'])(
  'a fault that the chip of %s cannot have names those that can',
  (what) => {
    const overrides = { ...NO_OVERRIDES, chips: ['navi31' as const], faults: ['F48' as const] };
    expect(() => sceneToExplore(what, overrides, {})).toThrow(
      'Cannot use --fault F48 on navi31, which is gfx11: only gfx9, gfx10, gfx10.3 can have it',
    );
  },
);

it('several chips are refused, since only one is explored', () => {
  const both = { ...NO_OVERRIDES, chips: ['navi21', 'navi31'] } as const;
  expect(() => sceneToExplore('rmw_buffer', both, {})).toThrow(
    'Invalid --chip navi21,navi31: one chip is explored at a time; name one, such as --chip navi21',
  );
  expect(sceneToExplore('rmw_buffer', { ...both, chips: ['navi31'] }, {}).chip).toBe('navi31');
});
