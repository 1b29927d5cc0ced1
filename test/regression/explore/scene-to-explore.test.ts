import { expect, it } from 'vitest';
import { sceneToExplore } from '../../../regression/explore/scene-to-explore.js';
import { NO_OVERRIDES } from '../../../regression/records/selection.js';

it('a path of no file is refused as a file, and another word as a test', () => {
  expect(() => sceneToExplore('missing.json', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => sceneToExplore('folder/missing', NO_OVERRIDES, {})).toThrow('no such file');
  expect(() => sceneToExplore('rmw_bufer', NO_OVERRIDES, {})).toThrow('did you mean rmw_buffer');
});
