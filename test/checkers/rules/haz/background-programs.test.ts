import { assembleProgram, chipOf } from '../../../../arch/index.js';
import { createGdsScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

it('reports a hazard in the program of a compute wave, which no draw runs', () => {
  const scene = createGdsScene('vega10');
  const [work] = scene.background!.works;
  const early = [
    'v_readfirstlane_b32 s20, v0',
    'v_mov_b32_e32 v7, 0',
    'buffer_load_dword v6, v7, s[0:3], s20 offen',
  ];
  const words = [...assembleProgram(early.join('\n'), chipOf('vega10').gfx), ...work!.words];
  const withHazard = { ...scene, background: { ...scene.background!, works: [{ ...work!, words }] } };
  const violation = checkRun(withHazard).violations.find(({ rule }) => rule === 'HAZ-01');
  expect(violation).toMatchObject({ severity: 'error', place: { pc: 8 } });
  expect(violation!.allowed).toMatch(/^In work item 0: /);
  expect(checkRun(scene).violations).toEqual([]);
});
