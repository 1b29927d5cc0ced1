import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { readInputs } from '../../../intake/check/check-files.js';
import { checkProgram, type ProgramVerdict } from '../../../intake/check/check-program.js';
import { planRuns } from '../../../intake/check/check-runs.js';
import { readSubjects } from '../../../intake/check/check-subjects.js';
import type { Transaction } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { checkFile } from './support/check-text.js';

const folder = createTempFolder();

const EXAMPLE = join(findPackageRoot(), 'docs/examples/scene');
/** Reads, adds one to and writes the word of its pixel in `canvas`, in the section. */
const BLEND = join(EXAMPLE, 'blend.s');
/** Copies the word of its pixel from `canvas` to `result`, without an interlock. */
const READ = join(EXAMPLE, 'resolve.s');
/** Renders to colour target 0, and accesses no memory. */
const RENDER = join(folder, 'render.s');
writeFileSync(
  RENDER,
  `; chip: navi21
; wave: 32
; interlock: none
; arg: s0 prim_mask
; arg: v[0:1] persp_center
  v_mov_b32_e32 v2, 1.0
  exp mrt0 v2, v2, v2, v2 done vm
  s_endpgm
`,
);
/** Writes a copy of the reader whose canvas has another property. */
function write(name: string, property: string): string {
  const file = join(folder, name);
  const canvas = '"name": "canvas", "kind": "buffer"';
  writeFileSync(file, readFileSync(READ, 'utf8').replace(canvas, `${canvas}, ${property}`));
  return file;
}

const TARGET = { '0': 'canvas' };

/** One small scene with caches that may be stale. */
const PLAN = { seeds: 1, seed: '0x1', only: { variant: 0, scene: 2 } };

let count = 0;
function check(draws: readonly object[], plan = PLAN): ProgramVerdict {
  const file = join(folder, `${count++}.state.json`);
  writeFileSync(file, JSON.stringify({ draws }));
  return checkFile(file, {}, plan);
}

function findings(draws: readonly object[]): readonly string[] {
  const { violations, verdict } = check(draws);
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  if (errors.length === 0) return [verdict];
  const causes = errors.filter(({ violation }) => violation.rule !== 'ORD-03');
  return causes.map(({ violation: { rule, place, allowed, observed } }) =>
    [
      rule,
      `draw ${place.draw}`,
      /barrier with (.*)\./.exec(allowed)?.[1] ?? /feedback loop/.exec(observed)?.[0],
    ].join(': '),
  );
}

const WAIT = 'wait';
const INVALIDATE = 'invalidate';
const FLUSH = 'flush';

/** Reported scenes, each with what is found, and the reporter's remedy, after which it passes. */
const REPORTS: readonly {
  readonly source: string;
  readonly draws: readonly object[];
  readonly finds: readonly string[];
  readonly remedy: readonly object[];
}[] = [
  {
    source:
      'KhronosGroup/Vulkan-Samples pull 1510 (2026-04): the combine pass reads what the gather pass wrote',
    draws: [{ program: BLEND }, { program: READ }],
    finds: [`ORD-15: draw 1: ${WAIT}, ${INVALIDATE}`],
    remedy: [{ program: BLEND }, { program: READ, boundary: 'barrier' }],
  },
  {
    source:
      'KhronosGroup/Vulkan-ValidationLayers issue 41 (2017-08): a dependency without the access of shader writes',
    draws: [{ program: BLEND }, { program: READ, boundary: ['subpass', 'wait'] }],
    finds: [`VIS-01: draw 1: ${INVALIDATE}`],
    remedy: [{ program: BLEND }, { program: READ, boundary: ['subpass', 'wait', 'invalidate'] }],
  },
  {
    source: 'hrydgard/ppsspp pull 12224 (2019-08): several passes to one target without a dependency',
    draws: [{ program: BLEND }, { program: BLEND, boundary: 'subpass' }],
    finds: [`ORD-15: draw 1: ${WAIT}`],
    remedy: [{ program: BLEND }, { program: BLEND, boundary: ['subpass', 'barrier'] }],
  },
  {
    source:
      'RPCS3/rpcs3 pull 8563 (2020-07): the next draw renders to a texture that the last one still reads',
    draws: [{ program: READ }, { program: RENDER, attachments: TARGET }],
    finds: [`ORD-15: draw 0: ${WAIT}`],
    remedy: [{ program: READ }, { program: RENDER, attachments: TARGET, boundary: ['wait'] }],
  },
  {
    source:
      'Vita3K/Vita3K pull 2716 (2023-07): a surface is colour attachment and storage image of a section',
    draws: [{ program: BLEND, attachments: TARGET }],
    finds: ['ORD-15: draw 0: feedback loop'],
    remedy: [{ program: BLEND }, { program: BLEND }],
  },
  {
    source:
      'DaemonEngine/Daemon issue 1676 (2025-07, AMD): smoke reads what was rendered, without glTextureBarrier',
    draws: [{ program: RENDER, attachments: TARGET }, { program: READ }],
    finds: [`ORD-15: draw 1: ${WAIT}, ${FLUSH}, ${INVALIDATE}`],
    remedy: [
      { program: RENDER, attachments: TARGET },
      { program: READ, boundary: 'barrier' },
    ],
  },
  {
    source:
      'KhronosGroup/Vulkan-ValidationLayers issue 551 (2019-01): a missing transition, so colours stay in their cache',
    draws: [
      { program: RENDER, attachments: TARGET },
      { program: READ, boundary: ['wait', 'invalidate'] },
    ],
    finds: [`VIS-01: draw 1: ${FLUSH}`],
    remedy: [
      { program: RENDER, attachments: TARGET },
      { program: READ, boundary: 'barrier' },
    ],
  },
  {
    source:
      'vulkano-rs/vulkano issue 2538 (2024-06, RX 6600): draws of one subpass, each with its attachment as input',
    draws: [
      { program: READ, attachments: TARGET },
      { program: READ, attachments: TARGET, surfaces: { result: 'other' } },
    ],
    finds: ['ORD-15: draw 0: feedback loop', `ORD-15: draw 1: ${WAIT}, ${FLUSH}, ${INVALIDATE}`],
    remedy: [
      { program: RENDER, attachments: TARGET },
      { program: READ, boundary: 'barrier' },
    ],
  },
];

describe('reported scenes', () => {
  it.each(REPORTS.map((report) => [report.source, report] as const))('%s', (_, { draws, finds, remedy }) => {
    expect([...findings(draws)].sort()).toEqual(finds);
    expect(findings(remedy)).toEqual(['pass']);
  });
});

it("the example passes, on each of its draws' programs", () => {
  const [subject] = readSubjects(join(EXAMPLE, 'scene.state.json'), {});
  expect(subject!.draws).toMatchObject([
    { boundary: [], record: { interlock: 'pixel_interlock_ordered' } },
    { boundary: ['wait', 'flush', 'invalidate'], record: { interlock: 'none' } },
  ]);
  const { verdict, value, weaknesses } = checkProgram(subject!, PLAN, openCorpus());
  expect([verdict, weaknesses]).toEqual(['pass', []]);
  expect(value.compared).toBeGreaterThan(0);
});

it('a finding has the line of its own program', () => {
  const { violations } = check([{ program: BLEND }, { program: READ }]);
  const found = violations.find(({ violation }) => violation.rule === 'ORD-15')!;
  expect(readFileSync(READ, 'utf8').split('\n')[found.line! - 1]).toContain('buffer_load_dword');
});

it('draws may have primitives of their own, and draws that never meet are vacuous', () => {
  const left = [[0, 0, 2048, 0, 0, 2048]];
  const right = [[4096, 0, 6144, 0, 4096, 2048]];
  const draws = [
    { program: READ, primitives: left },
    { program: BLEND, primitives: right },
  ];
  expect(check(draws)).toMatchObject({ verdict: 'vacuous', reason: expect.stringContaining('no two draws') });
  expect(findings([draws[0]!, { ...draws[1], primitives: left }])).toEqual([`ORD-15: draw 1: ${WAIT}`]);
});

it('mistakes are named in one line', () => {
  expect(() => check([{ program: BLEND, boundary: 'fence' }])).toThrow(
    /boundary is "fence"; expected one of none, barrier, subpass, wait/,
  );
  expect(() => check([{ program: READ, surfaces: { image: 'canvas' } }])).toThrow(/surface "image".*canvas/);
  expect(check([{ program: READ, attachments: { '0': 'cnvas' } }])).toMatchObject({
    verdict: 'unsupported',
    reason: expect.stringMatching(
      /attachments contains "cnvas"; expected the name of a memory object: canvas, result/,
    ),
  });
  expect(check([{ program: READ }, { program: write('small.s', '"bytes": 256') }]).reason).toMatch(
    /canvas has 256 bytes in .*small.s but 262144 in an earlier draw/,
  );
  const other = write('wide.s', '"stride": 0');
  writeFileSync(other, readFileSync(other, 'utf8').replace('wave: 32', 'wave: 64'));
  expect(() => check([{ program: READ }, { program: other }])).toThrow(
    /navi21 wave32 and navi21 wave64; expected one/,
  );
  const scene = join(EXAMPLE, 'scene.state.json');
  expect(() => readSubjects(BLEND, { state: scene })).toThrow(
    /draws are a scene .*; pass the state file itself to "check"/,
  );
});

it('a barrier of the device empties the caches; a wait alone does not', () => {
  const countInvalidated = (boundary: string): number => {
    const file = join(folder, `${boundary}.state.json`);
    writeFileSync(file, JSON.stringify({ draws: [{ program: READ }, { program: READ, boundary }] }));
    const [run] = planRuns(readSubjects(file, {})[0]!, PLAN, openCorpus());
    let lines = 0;
    const sink = (t: Transaction): void => {
      if (t.kind === 'line-invalidated' && t.by === 'instruction') lines++;
    };
    runScenarioTest(run!.scenario, { sink });
    return lines;
  };
  expect(countInvalidated('barrier')).toBeGreaterThan(0);
  expect(countInvalidated('wait')).toBe(0);
});

it('finds scenes in a folder, and refuses by name only the chips that a scene cannot use', () => {
  const rejected: string[] = [];
  const read = (chips: readonly ChipName[]) =>
    readInputs([EXAMPLE], { chips }, ({ reason }) => rejected.push(reason)).map(({ id }) => basename(id));
  expect(read(['navi21'])).toEqual(['blend.s', 'resolve.s', 'navi21']);
  const scene = join(EXAMPLE, 'scene.state.json');
  const subjects = readInputs([scene], { chips: ['navi31', 'navi22'] }, ({ reason }) =>
    rejected.push(reason),
  );
  expect(subjects.map(({ record }) => record.chip)).toEqual(['navi22']);
  expect(rejected).toEqual([expect.stringMatching(/^Cannot check .*scene\.state\.json for navi31: /)]);
});
