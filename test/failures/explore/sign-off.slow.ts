import type { SmallScene } from '../../../failures/explore/compared-scenes.js';
import { explore } from '../../../failures/explore/explore.js';
import {
  buildExploreDocument,
  formatExploration,
  formatSignOff,
} from '../../../failures/explore/explore-text.js';
import { sceneToScenario } from '../../../failures/explore/scene-to-explore.js';
import { describeHost, formatOrigin } from '../../../harness/records/manifest.js';
import { MODEL_VERSION } from '../../../transactions/index.js';

const COMMAND = 'pops-tb explore rmw_buffer';

const exploreScene = async (changes: Partial<SmallScene>, ms = 60_000) => {
  const small = {
    test: 'rmw_buffer',
    chip: 'vega10',
    pixels: 'A',
    faults: [],
    knobs: {},
    ...changes,
  } as const;
  const scene = sceneToScenario(small);
  return { scene, explored: await explore(scene, { ms }) };
};

it('states in one sentence which scene is proven, then lists what is not covered', async () => {
  const { scene, explored } = await exploreScene({});
  const text = formatSignOff(scene, explored);
  expect(text).toContain(
    'Proven for rmw_buffer on vega10, 1 wave on one packer (pixels A), knobs at their defaults:',
  );
  expect(text).toContain(
    `violates any of the ${explored.rules} rules that check ordering or leaves work unfinished. Not covered:`,
  );
  for (const rule of explored.leftOut) expect(text).toContain(rule);
  expect(text).toContain(`Model version ${MODEL_VERSION}, ${formatOrigin(describeHost())}.`);
  expect(text).not.toContain('bugs in the reduction');
  expect(buildExploreDocument(scene, explored, [], COMMAND).signOff).toBe(`${text} By: ${COMMAND}`);
});

it('names the fault and the knobs, and explains why the search did not finish', async () => {
  const { scene, explored } = await exploreScene(
    { pixels: 'AaB', faults: ['F45'], knobs: { idWrap: 7, idWindow: 4 } },
    0,
  );
  expect(formatSignOff(scene, explored)).toMatch(
    /^Not proven for rmw_buffer on vega10, 3 waves on 2 packers \(pixels AaB\), with fault F45, knobs idWrap=7, idWindow=4, all others at their defaults: time ran out/,
  );
  expect(formatSignOff(scene, explored)).toContain(
    'bugs in the reduction itself, which was validated against an exhaustive search only for scenes of up to 2 waves',
  );
});

it('calls a failing scene disproven, with the rule and the number of failing runs', async () => {
  const { scene, explored } = await exploreScene({ pixels: 'AA', faults: ['F97'] });
  expect(formatSignOff(scene, explored)).toMatch(
    /^Disproven for .*: the scene fails with PROTO-01 .* in [1-9][0-9,]* of [0-9,]+ runs\. Every order of events was explored\. Not covered:/,
  );
});

it('calls a failing scene disproven even if the search did not finish', async () => {
  const { scene, explored } = await exploreScene({ pixels: 'AA', faults: ['F97'] }, 0);
  expect(explored).toMatchObject({ complete: false, runs: 1, failed: 1 });
  expect(formatSignOff(scene, explored)).toMatch(
    /^Disproven for .*: the scene fails with PROTO-01 .* in 1 of 1 run\. Other failures were not ruled out: /,
  );
});

it('wraps everything except commands to the terminal width', async () => {
  const { scene, explored } = await exploreScene({});
  const lines = formatExploration(scene, explored, [], 80, COMMAND).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it('lists what none of the compared scenes cover', async () => {
  const { scene, explored } = await exploreScene({ pixels: 'AA', faults: ['F48'] }, 0);
  expect(formatExploration(scene, explored, [], 200, COMMAND)).toContain(
    'only for scenes of up to 2 waves, and not for fault F48 on gfx9',
  );
});

it('reports event numbers instead of cycles for a failing event order', async () => {
  const { scene, explored } = await exploreScene({ pixels: 'AA', faults: ['F97'] }, 0);
  const [first] = explored.findings as [(typeof explored.findings)[0]];
  const violation = { ...first.violation!, observed: 'sent at cycle 131079, counted at cycle 98304000' };
  const reachability = { can: 'unknown', why: '', contradiction: [] } as const;
  const findings = [{ finding: { ...first, violation }, within: reachability, repro: '' }];
  const text = 'sent at event 2, counted at event 1,500';
  expect(formatExploration(scene, explored, findings, 200, COMMAND)).toContain(text);
  expect(buildExploreDocument(scene, explored, findings, COMMAND).violations[0]!.message).toBe(text);
});
