import { ActivationTracker, insertProbes } from '../../../../tools/bench/mutants/instrument.js';
import { loadModel, loadMutant } from '../../../../tools/bench/mutants/job.js';
import { judgeMutants, reachWithTests } from '../../../../tools/bench/mutants/judge.js';
import { listMutableFiles, PatchedModules, readModule } from '../../../../tools/bench/mutants/modules.js';
import { applyChange, findMutants } from '../../../../tools/bench/mutants/mutants.js';
import { ALIVE, findReason, NOT_MEASURED } from '../../../../tools/bench/mutants/not-measured.js';
import { SAMPLED_OPERATORS } from '../../../../tools/bench/mutants/operators.js';
import {
  chooseTests,
  listNightlyTests,
  type PoolTest,
  runOnMutant,
} from '../../../../tools/bench/mutants/pool.js';
import { onlyPicksOperand, walkNodePaths } from '../../../../tools/bench/mutants/syntax.js';
import { createTempFolder } from '../../../cli/support/run-cli.js';

/** A unit that every operator can change, and that also contains code that none of them may change. */
const UNIT = `
export class Unit {
  constructor(size, context) { this.size = size; context.inject(this, FAULTS); }
  step(sink, at, half) {
    if (half > 3) throw new Error('never' + (half + 1));
    assert(half >= 0, 'never');
    if (sink) sink({ kind: 'a' });
    if (!at || at === this.size) this.count++;
    while (at < 7) this.list.push(Math.min(at, half & 5));
    assertSmall(this.size + 1);
    return at ? -1 : 'a' + at;
  }
}
function assertSmall(size) { if (size > 8) assert(false, 'never'); }`;

describe('findMutants', () => {
  const mutants = findMutants('unit', UNIT);
  const findDifferences = (name: string): readonly string[] =>
    mutants.filter(({ operator }) => operator === name).map((mutant) => formatDifference(mutant));

  function formatDifference(mutant: (typeof mutants)[number]): string {
    return `${UNIT.slice(mutant.start, mutant.end)} → ${mutant.text}`;
  }

  it('mutates everything an operator applies to, except assertions, listeners, strings and injection', () => {
    expect(Object.fromEntries(SAMPLED_OPERATORS.map(({ name }) => [name, findDifferences(name)]))).toEqual({
      'condition-true': ['!at || at === this.size → true', 'at → true'],
      'condition-false': ['!at || at === this.size → false', 'at < 7 → false', 'at → false'],
      'negation-dropped': ['!at → (at)'],
      'logic-swapped': ['|| → &&'],
      'equality-flipped': ['=== → !=='],
      'bound-moved': ['> → >=', '< → <='],
      'off-by-one': ['3 → 4', '7 → 8', '5 → 6'],
      'arithmetic-swapped': ['& → |'],
      'rounding-swapped': ['min → max'],
      'update-dropped': [
        "sink({ kind: 'a' }); → ;",
        'this.count++; → ;',
        'this.list.push(Math.min(at, half & 5)); → ;',
      ],
      'update-doubled': [
        'this.count++; → { this.count++; this.count++; }',
        'this.list.push(Math.min(at, half & 5)); → { this.list.push(Math.min(at, half & 5)); this.list.push(Math.min(at, half & 5)); }',
      ],
    });
  });

  it('describes changes the same way after lines move, and numbers repeated changes', () => {
    const repeated = findMutants('unit', 'f(1);\n f(1);');
    const moved = findMutants('unit', '\n\n  f(1);\nf(1);');
    expect(repeated.map(({ change }) => change)).toEqual([
      'f(1); → ;',
      'f(1); → f(2);',
      'f(1); → ; (2)',
      'f(1); → f(2); (2)',
    ]);
    expect(moved.map(({ change }) => change)).toEqual(repeated.map(({ change }) => change));
    expect(applyChange('f(1);\n f(1);', repeated[3]!)).toBe('f(1);\n f(2);');
  });
});

it('each reason for which no mutant need be activated has mutants, and most mutants have none', () => {
  const mutants = listMutableFiles().flatMap((file) => findMutants(file, readModule(file)));
  const alive = mutants.map((mutant) => findReason(mutant, ALIVE));
  expect(ALIVE.filter((row) => !alive.includes(row))).toEqual([]);
  const reasons = mutants.map((mutant) => findReason(mutant));
  expect(NOT_MEASURED.filter((row) => !reasons.includes(row))).toEqual([]);
  const excused = NOT_MEASURED.filter((row) => row.mutants !== undefined);
  expect(reasons.filter((row) => row !== undefined && excused.includes(row)).length).toBeLessThan(400);
});

describe('insertProbes', () => {
  it('records which changes would give another value, including nested ones', () => {
    const source =
      'if (first < 3) { count++; } else if (second && first) { second = !first; count = Math.min(first, 4); }';
    const mutants = findMutants('unit', source).map((mutant) => ({ ...mutant, runsOnLoad: false }));
    const tracker = new ActivationTracker(mutants);
    const probed = insertProbes(source, mutants, () => true);
    const listActive = (first: unknown, second: unknown, count = 0): string[] => {
      new Function('first', 'second', 'count', probed)(first, second, count);
      return [...tracker.takeActive()].flatMap((isActive, index) =>
        isActive === 1
          ? [`${mutants[index]!.operator} in ${source.slice(mutants[index]!.start, mutants[index]!.end)}`]
          : [],
      );
    };
    const [outer, inner] = ['first < 3', 'second && first'];
    expect(listActive(1, 1)).toEqual([
      `condition-false in ${outer}`,
      'off-by-one in 3',
      'update-dropped in count++;',
      'update-doubled in count++;',
    ]);
    expect(listActive(3, 1)).toEqual([
      `condition-true in ${outer}`,
      'bound-moved in <',
      'off-by-one in 3',
      `condition-false in ${inner}`,
      'update-dropped in second = !first;',
      'negation-dropped in !first',
      'update-dropped in count = Math.min(first, 4);',
      'rounding-swapped in min',
      'off-by-one in 4',
    ]);
    // A dropped assignment of the value that is there makes no difference, nor does a function of equal numbers.
    expect(listActive(4, 5, 4)).not.toContain('rounding-swapped in min');
    expect(listActive(4, 5, 4)).not.toContain('update-dropped in count = Math.min(first, 4);');
    // The right side of a logical operator is tried although it is not evaluated.
    expect(listActive(3, 0)).toContain('logic-swapped in &&');
  });

  it('does not change any results', () => {
    const file = 'arithmetic';
    const source =
      'f = (a, b) => { let c = 1; c += a & (a || b.c); return (a < b && !b ? a + 1 : Math.min(a - b, 7)) + c; };';
    const mutants = findMutants(file, source).map((mutant) => ({ ...mutant, runsOnLoad: false }));
    new ActivationTracker(mutants);
    const compile = (text: string) =>
      new Function('f', `${text} return f;`)() as (a: number, b: number) => number;
    const [unprobed, probed] = [compile(source), compile(insertProbes(source, mutants, () => true))];
    for (const [a, b] of [
      [1, 2],
      [2, 1],
      [-3, 0],
      [40, 1],
    ] as const)
      expect(probed(a, b)).toBe(unprobed(a, b));
  });
});

describe('onlyPicksOperand', () => {
  const findTies = (source: string): boolean[] =>
    [...walkNodePaths(source)]
      .filter(({ node }) => node.type === 'BinaryExpression')
      .map((nodePath) => onlyPicksOperand(nodePath, source));

  it('accepts comparisons whose boundary case only picks between two equal numbers', () => {
    expect(findTies('if (a < b.c) b.c = a; if (a > b) { b = a; } d = a <= b ? a : b;')).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('rejects a comparison whose branch has other effects or keeps a different value', () => {
    const nonTies = [
      'if (a < b) b = c;',
      'if (a < b) { b = a; c = a; }',
      'if (a < b) b += a;',
      'if (a < b) b = a; else c = a;',
      'd = a < b ? a : c;',
      'd = f() < b ? f() : b;',
      'while (a < b) b = a;',
    ];
    expect(nonTies.flatMap(findTies)).toEqual(nonTies.map(() => false));
  });

  it('recognises ties in modules of the model', () => {
    const file = 'kernel/event-wheel';
    expect(findMutants(file, readModule(file)).filter(({ isTie }) => isTie)).toHaveLength(2);
  });
});

describe('model mutants in nightly tests', () => {
  const file = 'spi/exit-tracker';
  const mutants = findMutants(file, readModule(file));
  const droppedUpdate = mutants.findIndex(
    ({ operator, change }) => operator === 'update-dropped' && change.startsWith('this.oldest++'),
  );
  const folder = createTempFolder();
  const models = new PatchedModules(createTempFolder());
  let pool: readonly PoolTest[];

  beforeAll(async () => {
    pool = await reachWithTests(mutants, listNightlyTests('0x5eed', 6), folder);
  });

  it('are killed by a rule in a test that exposes them, while the unchanged code passes', async () => {
    const tests = chooseTests(pool, droppedUpdate);
    expect(tests.length).toBeGreaterThan(1);
    expect(tests[0]!.transactions).toBeLessThanOrEqual(tests[1]!.transactions);
    const model = await loadModel(loadMutant(models, mutants[droppedUpdate]!));
    expect(tests.map((test) => runOnMutant(model, test))).toContain('rule');
    const unchangedModel = await loadModel(loadMutant(models, { file, start: 0, end: 0, text: '' }));
    expect(runOnMutant(unchangedModel, tests[0]!)).toBe('passed');
  });

  it('are judged in processes, each until a test kills it or it has filled its memory', async () => {
    const [mutant, tests] = [mutants[droppedUpdate]!, chooseTests(pool, droppedUpdate)];
    const hog = { start: 0, end: 0, text: 'for (const all = []; ; ) all.push(Array(1e6).fill(0));' };
    const tasks = [
      { mutant, tests },
      { mutant: { ...mutant, ...hog }, tests },
      { mutant, tests },
    ];
    const judged: (readonly string[])[] = [];
    for await (const outcomes of judgeMutants(tasks, folder)) judged.push(outcomes);
    expect(judged.map((outcomes) => outcomes.at(-1))).toEqual(['rule', 'failed', 'rule']);
    expect(judged[0]!.indexOf('rule')).toBe(judged[0]!.length - 1);
  });

  it('run only in tests that reach them, within a budget of transactions', () => {
    expect(new Set(pool.flatMap(({ activeMutants }) => [...activeMutants]))).toEqual(new Set([0, 1]));
    expect(chooseTests(pool, droppedUpdate, 1).length).toBe(1);
    const unreached = pool.map((test) => ({ ...test, activeMutants: new Uint8Array(mutants.length) }));
    expect(chooseTests(unreached, droppedUpdate)).toEqual([]);
  });
});
