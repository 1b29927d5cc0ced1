import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { assemble } from '../../../cli/public/isa.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { planTests } from '../../../harness/selection/plan.js';
import {
  findSequence,
  findSuite,
  NO_OVERRIDES,
  selectSequences,
} from '../../../harness/selection/selection.js';
import { openSuite } from '../../../harness/suite-files/opened-suites.js';
import type { GenerateRequest } from '../../../stimulus/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

afterEach(() => vi.unstubAllGlobals());

const folder = createTempFolder();

/** Writes a file with the given text, or the given document as JSON, and returns its path. */
function writeFixture(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Generates scenarios for the first `count` tests in a suite file. */
async function generateScenarios(path: string, count: number): Promise<Scenario[]> {
  await openSuite(path);
  const plan = planTests(readSeed('0x1'), selectSequences(findSuite(path), undefined, NO_OVERRIDES));
  return Array.from({ length: count }, () => {
    const { sequence, seed } = plan.next().value;
    return drawTest(findSequence(sequence, path), seed);
  });
}

const RMW = { sequence: 'rmw_buffer' };

/**
 * The trace example's program, modified to exit its section before the store completes. Its comments declare its state.
 */
const LATE_STORE = `
; wave: 64
; arg: s[0:3] buffer_descriptor[0]
; arg: s5 prim_mask
; arg: s6 pops_collision_wave_id
; arg: v[0:1] persp_center
; arg: v2 pos_fixed_pt
${readFileSync('docs/examples/trace/program.s', 'utf8').replace('  s_waitcnt_vscnt null, 0x0\n', '')}`;

/** The words of a correct GFX11 section: `s_wait_event`, then the last export, then the end. */
const EXPORT = assemble('v_mov_b32 v0, 0\ns_wait_event 0x0\nexp mrt0 v0, v0, v0, v0 done\ns_endpgm', {
  gfx: 'gfx11',
  wave: 32,
}).flatMap(({ words }) => words);

describe('a suite file', () => {
  it('narrows built-in sequences with weights, chips, knob choices, and limits on scenarios', async () => {
    const path = writeFixture('narrow.json', {
      count: 8,
      chips: ['navi21', 'vega10'],
      knobs: { idWrap: 15, idWindow: { oneOf: [4, 9] }, storeLatency: [300, 400] },
      within: { primitives: [2, 40] },
      tests: [
        { ...RMW, weight: 3 },
        { sequence: 'ordered_log', name: 'wide', knobs: { idWrap: 31 }, within: { wave: 64 } },
      ],
    });
    const scenarios = await generateScenarios(path, 12);
    const wide = scenarios.filter(({ name }) => name === 'wide');
    expect(wide).toHaveLength(3);
    expect(wide.every(({ wave, freedoms }) => wave === 64 && freedoms.idWrap === 31)).toBe(true);
    expect(scenarios.filter(({ name }) => name === 'rmw_buffer')).toHaveLength(9);
    expect(new Set(scenarios.map(({ chip }) => chip))).toEqual(new Set(['navi21', 'vega10']));
    expect(new Set(scenarios.map(({ freedoms }) => freedoms.idWindow))).toEqual(new Set([4, 9]));
    for (const { freedoms, draws } of scenarios) {
      expect(freedoms.storeLatency).toEqual([300, 400]);
      const primitives = draws.reduce((sum, { depths }) => sum + depths.length, 0);
      expect(primitives).toBeGreaterThanOrEqual(2);
      expect(primitives).toBeLessThanOrEqual(40);
    }
  });

  it('can add a sequence in TypeScript, with types, an import and a constraint function', async () => {
    writeFixture('limit.ts', 'export const LIMIT: number = 1;');
    const path = writeFixture(
      'custom.ts',
      `import { LIMIT } from './limit.ts';
      interface Drawn { readonly draws: readonly unknown[] }
      export default {
        count: 4,
        sequences: [{ name: 'custom', chips: ['navi10'], scenario: (request: object) => globalThis.rmw(request) }],
        tests: [{ sequence: 'custom', where: ({ draws }: Drawn) => draws.length === LIMIT }],
      };`,
    );
    const rmw = findSequence('rmw_buffer');
    vi.stubGlobal('rmw', rmw.generate);
    const results = await generateScenarios(path, 6);
    expect(
      results.every(({ name, chip, draws }) => name === 'custom' && chip === 'navi10' && draws.length === 1),
    ).toBe(true);
  });

  it('can add programs as assembly or words, and draws a different scene in each test, as check does', async () => {
    const path = writeFixture('programs.json', {
      count: 4,
      programs: [
        { name: 'late_store', chips: ['navi21', 'navi22'], assembly: LATE_STORE },
        { name: 'one_export', chips: ['navi31'], words: EXPORT, state: { wave: 32 } },
      ],
      tests: [{ sequence: 'late_store' }, { sequence: 'one_export', within: { draws: [1, 2] } }],
    });
    const scenarios = await generateScenarios(path, 16);
    const getScenarios = (expectedName: string) => scenarios.filter(({ name }) => name === expectedName);
    expect(new Set(getScenarios('late_store').map(({ chip }) => chip))).toEqual(
      new Set(['navi21', 'navi22']),
    );
    expect(getScenarios('late_store').every(({ wave }) => wave === 64)).toBe(true);
    expect(
      getScenarios('one_export').every(
        ({ chip, wave, draws }) => chip === 'navi31' && wave === 32 && draws.length < 3,
      ),
    ).toBe(true);
    expect(
      new Set(getScenarios('late_store').map(({ draws }) => JSON.stringify(draws[0]!.vertices))).size,
    ).toBe(8);
    const violations = getScenarios('late_store').flatMap(
      (scenario) => runScenarioTest(scenario).verdict.violations,
    );
    expect(violations.map(({ rule }) => rule)).toContain('RACE-01');
    expect(runScenarioTest(getScenarios('one_export')[0]!).verdict.violations).toEqual([]);
  });

  it('applies id knobs to scenarios from user-defined sequences just as it does for built-in ones', async () => {
    const path = writeFixture(
      'custom-ids.js',
      `export default {
        count: 3,
        knobs: { idWrap: { oneOf: [7, 31] }, sleepEndless: 1 },
        sequences: [{ name: 'custom', chips: ['navi10'], scenario: (request) => globalThis.loose(request) }],
        tests: [{ sequence: 'custom' }],
      };`,
    );
    const rmw = findSequence('rmw_buffer');
    const knobs = { idWrap: 1023, idWindow: 512, sleepEndless: 0, wakeRemembered: 0 };
    vi.stubGlobal('loose', (request: GenerateRequest) => rmw.generate({ ...request, knobs }));
    const scenarios = await generateScenarios(path, 3);
    expect(scenarios).toHaveLength(3);
    for (const { freedoms } of scenarios) {
      expect([7, 31]).toContain(freedoms.idWrap);
      expect(freedoms.idWindow).toBeLessThan(freedoms.idWrap);
      expect([freedoms.sleepEndless, freedoms.wakeRemembered]).toEqual([1, 1]);
    }
  });

  it('generates the same scenario from the same seed, unless the command line sets knobs', async () => {
    const path = writeFixture('same.json', { count: 2, knobs: { idWrap: 15 }, tests: [RMW] });
    await openSuite(path);
    const sequence = findSequence('rmw_buffer', path);
    const generateWith = (idWrap?: number) =>
      drawTest(sequence, '0x5', { knobs: idWrap === undefined ? {} : { idWrap } });
    expect(generateWith()).toEqual(generateWith());
    expect(generateWith().freedoms.idWrap).toBe(15);
    expect(generateWith(63).freedoms.idWrap).toBe(63);
  });

  it.each([
    [{ packers: { oneOf: [1, 3] } }, {}, /^Invalid knobs for test rmw_buffer: packers=3 on vega10; /],
    [
      { idWrap: { oneOf: [15, 63] }, idWindow: 40 },
      {},
      /idWindow=40 with idWrap=15 on \w+; expected a window/,
    ],
    [{ idWindow: 40 }, { idWrap: 15 }, /idWindow=40 with idWrap=15 on \w+; expected a window/],
    [
      { wakeRemembered: { oneOf: [0, 1] } },
      { sleepEndless: 1 },
      /sleepEndless=until-wake with wakeRemembered=lost on navi21; a wave that misses its wake-up would sleep forever; use sleepEndless=finite or wakeRemembered=remembered/,
    ],
  ])(
    'is rejected if its knobs, by themselves or together with those on the command line, would make correct programs fail: %o %o',
    async (suiteKnobs, knobs, message) => {
      const path = writeFixture(`impossible-${JSON.stringify([suiteKnobs, knobs]).replace(/\W/g, '')}.json`, {
        count: 1,
        chips: ['vega10', 'navi21'],
        tests: [{ ...RMW, knobs: suiteKnobs }],
      });
      await openSuite(path);
      const select = () => selectSequences(findSuite(path), undefined, { ...NO_OVERRIDES, knobs });
      expect(select).toThrow(message);
    },
  );

  it('reports when its chips or a fault rule out every test, without mentioning --chip', async () => {
    const path = writeFixture('chipless.json', {
      count: 1,
      chips: ['navi31'],
      tests: [{ sequence: 'discard_after_packer' }],
    });
    await openSuite(path);
    expect(() => selectSequences(findSuite(path), undefined, NO_OVERRIDES)).toThrow(
      `Suite ${path} lists no chip that discard_after_packer can run on; see "pops-tb list tests"`,
    );
    const pathForFault = writeFixture('faultless.json', { count: 1, chips: ['navi31'], tests: [RMW] });
    await openSuite(pathForFault);
    const select = () =>
      selectSequences(findSuite(pathForFault), undefined, { ...NO_OVERRIDES, faults: ['F46'] });
    expect(select).toThrow(/^Cannot use --fault F46: no selected test has a program for it/);
  });

  it('reports constraints that no scenario can satisfy', async () => {
    const path = writeFixture('never.json', { count: 1, within: { primitives: [5000, 6000] }, tests: [RMW] });
    await expect(generateScenarios(path, 1)).rejects.toThrow(
      /^Cannot meet the constraints of test rmw_buffer: within.primitives \[5000,6000\]; none of the 200 scenarios generated by rmw_buffer met them/,
    );
  });

  it('reports a user-defined sequence that generates an invalid scenario', async () => {
    const path = writeFixture(
      'broken.mjs',
      `export default { count: 1, sequences: [{ name: 'custom', scenario: () => ({ name: 'x' }) }], tests: [{ sequence: 'custom' }] };`,
    );
    await expect(generateScenarios(path, 1)).rejects.toThrow(
      /^Sequence custom generated an invalid scenario: format is missing/,
    );
  });

  it.each([
    ['a.json', '{', /: not valid JSON/],
    [
      'long.json',
      { count: 1, tests: [{ ...RMW, name: 'a'.repeat(300) }] },
      /expected a name of at most 200 letters, digits, "_" and "-"/,
    ],
    ['b.json', { tests: [RMW] }, /: count is missing; expected/],
    [
      'function.mjs',
      'export default () => ({});',
      /: the document is a function; expected a value of type object/,
    ],
    ['symbol.mjs', "export default { count: Symbol('5') };", /: count is Symbol\(5\); expected/],
    ['text.mjs', "throw 'no more';", /: failed to load: no more$/],
    ['tuple.json', { count: 1, within: { draws: 2 }, tests: [RMW] }, /: within.draws is 2; expected a list$/],
    ['c.json', { count: 1, tests: [] }, /: tests is an empty list; expected at least 1 element/],
    [
      'd.json',
      { count: 1, tests: [{ sequence: 'rmw_bufer' }] },
      /unknown sequence "rmw_bufer": did you mean rmw_buffer\?/,
    ],
    [
      'e.json',
      { count: 1, tests: [RMW, RMW] },
      /two of its tests are called "rmw_buffer"; give one of them a unique "name"/,
    ],
    [
      'f.json',
      { count: 1, tests: [{ ...RMW, knobs: { idWrap: 1 } }] },
      /idWrap is 1; expected an integer from 7 to 1023/,
    ],
    [
      'g.json',
      { count: 1, knobs: { idWarp: 7 }, tests: [RMW] },
      /unknown field "idWarp" in knobs: did you mean idWrap\?/,
    ],
    ['h.json', { count: 1, tests: [{ ...RMW, where: 'x' }] }, /tests\[0\].where is "x"; expected a function/],
    ['i.ts', 'export default 3 +;', /: failed to load: /],
    [
      'thrown.ts',
      "export const a: number = 1;\r\nthrow new Error('early');\r\nexport default {};",
      /: failed to load: early \(.*thrown\.ts:2:\d+\)$/,
    ],
    [
      'j.mjs',
      "import 'no-such-package'; export default {};",
      /: failed to load: Cannot find module 'no-such-package'/,
    ],
    [
      'k.mjs',
      "export default { count: 1, sequences: [{ name: 'rmw_buffer', scenario() {} }], tests: [] };",
      /tests is an empty list/,
    ],
    [
      'l.json',
      { count: 1, chips: ['navi99'], tests: [RMW] },
      /chips\[0\] is "navi99"; did you mean navi10\?/,
    ],
    [
      'm.json',
      { count: 1, programs: [{ name: 'p', chips: ['navi21'] }], tests: [RMW] },
      /programs\[0\] is .*; expected either assembly or words$/,
    ],
    [
      'n.json',
      { count: 1, programs: [{ name: 'p', chips: ['navi21'], assembly: 's_nop 0\ns_wat 1' }], tests: [RMW] },
      /program p in .*suite file .*line 2/,
    ],
    [
      'o.json',
      { count: 1, programs: [{ name: 'rmw_buffer', chips: ['navi21'], words: [0xbf810000] }], tests: [RMW] },
      /a sequence "rmw_buffer" already exists/,
    ],
    [
      'p.json',
      {
        count: 1,
        programs: [{ name: 'p', chips: ['navi21'], words: [0xbf810000], state: { regs: { NONE: '0x1' } } }],
        tests: [RMW],
      },
      /Invalid program p in suite file .*: unknown register of navi21 "NONE"/,
    ],
  ])('is rejected with a one-line error if it is invalid: %s', async (name, content, expected) => {
    const path = writeFixture(name, content);
    const error = await openSuite(path).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.name).toBe('UsageError');
    expect(error?.message).toMatch(expected);
    expect(error?.message).not.toContain('\n');
    expect(error?.message).toContain(`suite file ${path}`);
  });
});
