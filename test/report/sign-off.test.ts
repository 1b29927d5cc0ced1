import { expect, it } from 'vitest';
import type { SmallScene } from '../../regression/explore/compared-scenes.js';
import { explore } from '../../regression/explore/explore.js';
import { scenarioOfScene } from '../../regression/explore/scene-to-explore.js';
import { exploreDocument, exploreText } from '../../report/explore-text.js';
import { signOff } from '../../report/sign-off.js';

const searched = (changes: Partial<SmallScene>, ms = 60_000) => {
  const small = {
    test: 'rmw_buffer',
    chip: 'vega10',
    pixels: 'A',
    faults: [],
    knobs: {},
    ...changes,
  } as const;
  const scene = scenarioOfScene(small);
  return { scene, explored: explore(scene, { ms }) };
};

it('says in one sentence of which scene nothing can fail, and then what is open', () => {
  const { scene, explored } = searched({});
  const text = signOff(scene, explored);
  expect(text).toContain(
    'Proven for rmw_buffer on vega10, 1 wave on one packer (pixels A), knobs at their defaults:',
  );
  expect(text).toContain(
    `breaks any of the ${explored.rules} rules that judge orders, or leaves work undone. Not covered:`,
  );
  for (const rule of explored.leftOut) expect(text).toContain(rule);
  expect(exploreDocument(scene, explored, []).signOff).toBe(text);
});

it('names fault, knobs and reason of a search that did not end', () => {
  const { scene, explored } = searched(
    { pixels: 'AaB', faults: ['F45'], knobs: { idWrap: 7, idWindow: 4 } },
    0,
  );
  expect(signOff(scene, explored)).toMatch(
    /^Not proven for rmw_buffer on vega10, 3 waves on 2 packers \(pixels AaB\), with fault F45, knobs idWrap=7, idWindow=4, all others at their defaults: its time was over/,
  );
});

it('fails with what fails, and does not call that proven', () => {
  const { scene, explored } = searched({ pixels: 'AA', faults: ['F97'] });
  expect(signOff(scene, explored)).toMatch(
    /^Disproven for .*: the scene fails by PROTO-01 .* in [1-9][0-9,]* of [0-9,]+ runs\. Each order of events was followed\. Not covered:/,
  );
});

it('calls a scene that fails disproven although the search did not end', () => {
  const { scene, explored } = searched({ pixels: 'AA', faults: ['F97'] }, 0);
  expect(explored).toMatchObject({ complete: false, runs: 1, failed: 1 });
  expect(signOff(scene, explored)).toMatch(
    /^Disproven for .*: the scene fails by PROTO-01 .* in 1 of 1 run\. Other failures were not ruled out: /,
  );
});

it('no line but a command is wider than the terminal', () => {
  const { scene, explored } = searched({});
  const lines = exploreText(scene, explored, [], 80).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});
