import type { ExpectedContent, Scenario } from '../../../../transactions/index.js';
import { createRmwScene, RMW_LANDMARKS } from '../../support/corpus-scene.js';
import { BUFFER } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const FACTOR = 3;
const WORDS = 256;

const quad = (primitive: number, x = 0): TestQuad => ({ x, y: 0, primitive });

/** Runs two waves in order at one quad, from formation to end. */
function runTwoSections(scenario: Scenario): Stream {
  const stream = new Stream(scenario, RMW_LANDMARKS)
    .form([quad(1)])
    .form([quad(2)], { didOverlap: true, newest: 0 });
  stream.runSection(0).end(0).countExit(0, 1).poll(1, 1).runSection(1).end(1).countExit(1, 2);
  return stream.quiesce();
}

/** Returns the buffer's content after the given primitives have updated the four pixels of the first quad. */
function getContentAfter(...primitives: number[]): Int32Array {
  const words = new Int32Array(WORDS);
  for (const primitive of primitives) {
    for (const word of [0, 1, 16, 17]) words[word] = Math.imul(words[word], FACTOR) + primitive;
  }
  return words;
}

function dump(stream: Stream, words: Int32Array): Stream {
  return stream.add({ kind: 'memory-dumped', cycle: stream.cycle + 1, object: 'buffer', words });
}

test('fires if memory holds the result of running in a different order, and lists waves in primitive order', () => {
  const verdict = dump(runTwoSections(createRmwScene(FACTOR, 4)), getContentAfter(2, 1)).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-03']);
  expect(verdict.fired?.['ORD-03']).toBe(4);
  const violation = verdict.violations[0];
  expect(violation.place.pixel).toEqual([0, 0]);
  expect(violation.allowed).toContain('0x00000005');
  expect(violation.observed).toContain('0x00000007');
  expect(violation.steps).toEqual([
    'wave 0 (packer 0 id 0) runs primitive 1 at pixel (0, 0), in lane 0',
    'wave 1 (packer 0 id 1) runs primitive 2 at pixel (0, 0), in lane 0',
  ]);
});

test('accepts memory that holds the result of running in primitive order, and checks every word', () => {
  const verdict = dump(runTwoSections(createRmwScene(FACTOR, 4)), getContentAfter(1, 2)).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-03']).toBe(WORDS);
  expect(verdict.unchecked.map(({ rule }) => rule)).not.toContain('ORD-03');
});

test('executes each wave with all of its quads, even if they are from several primitives', () => {
  const stream = new Stream(createRmwScene(FACTOR, 4), RMW_LANDMARKS).form([quad(1), quad(2, 2), quad(3, 4)]);
  stream.runSection(0).end(0).countExit(0, 1).quiesce();
  const words = getContentAfter(1);
  for (const [primitive, x] of [
    [2, 2],
    [3, 4],
  ]) {
    for (const word of [x, x + 1, x + 16, x + 17]) words[word] = primitive;
  }
  expect(listFiredRules(dump(stream, words).judge())).toEqual([]);
});

test('fires for a word that no primitive should have written', () => {
  const words = getContentAfter(1, 2);
  words[100] = 7;
  expect(listFiredRules(dump(runTwoSections(createRmwScene(FACTOR, 4)), words).judge())).toEqual(['ORD-03']);
});

test('skips words written by invocations at more than one pixel, and counts them as not compared', () => {
  const stream = runTwoSections(createRmwScene(FACTOR, 4));
  const addresses = new Float64Array(64).fill(-1);
  addresses[1] = BUFFER;
  stream.transactions.splice(3, 0, {
    kind: 'memory-issued',
    cycle: 3,
    wave: 0,
    pc: 0,
    access: 99,
    operation: 'store',
    space: 'buffer',
    counter: 'vs',
    lanesLo: 2,
    lanesHi: 0,
    addresses,
    bytes: 4,
    glc: false,
    dlc: false,
    slc: false,
  });
  const words = getContentAfter(1, 2);
  words[0] = 1234;
  const verdict = dump(stream, words).judge();
  expect(listFiredRules(verdict)).not.toContain('ORD-03');
  expect(verdict.uncompared).toBe(1);
});

test('skips words whose order an unordered interlock does not define (L12)', () => {
  const scenario = createRmwScene(FACTOR, 4);
  const draws = [{ ...scenario.draws[0], interlock: 'pixel-unordered' as const }];
  const verdict = dump(runTwoSections({ ...scenario, draws }), getContentAfter(2, 1)).judge();
  expect(listFiredRules(verdict)).not.toContain('ORD-03');
  expect(verdict.uncompared).toBe(4);
});

test('checks memory only if every wave has ended, and otherwise reports what is missing', () => {
  const stream = new Stream(createRmwScene(FACTOR, 4))
    .form([quad(1)])
    .runSection(0)
    .quiesce();
  const { unchecked } = dump(stream, getContentAfter(2)).judge();
  expect(unchecked).toContainEqual({ rule: 'ORD-03', missing: 'the end of every wave' });
});

test('does not check an incomplete dump, and reports how many words it has', () => {
  const verdict = dump(runTwoSections(createRmwScene(FACTOR, 4)), getContentAfter(2, 1).slice(0, 3)).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  const missing = expect.stringMatching(
    /^a complete memory dump of buffer: only 3 of \d+ words were dumped$/,
  );
  expect(verdict.unchecked).toContainEqual({ rule: 'ORD-03', missing });
});

test('reports an object that was not dumped, and an argument with an unknown initial value', () => {
  const withoutDump = runTwoSections(createRmwScene(FACTOR, 4)).judge();
  expect(withoutDump.unchecked).toContainEqual({ rule: 'ORD-03', missing: 'memory-dumped for buffer' });
  const scenario = createRmwScene(FACTOR, 4);
  const argument = { name: 'line_stipple', file: 'v' as const, register: 5, size: 1 };
  const programs = [{ ...scenario.programs[0], arguments: [...scenario.programs[0].arguments, argument] }];
  const { unchecked } = dump(runTwoSections({ ...scenario, programs }), getContentAfter(1, 2)).judge();
  expect(unchecked).toContainEqual({ rule: 'ORD-03', missing: 'initial value of argument line_stipple' });
});

function scenarioExpecting(expected: ExpectedContent): Scenario {
  const scenario = createRmwScene(FACTOR, 4);
  return {
    ...scenario,
    memory: scenario.memory.map((object) => (object.name === 'buffer' ? { ...object, expected } : object)),
  };
}

const WRITTEN = getContentAfter(1, 2)[0]!;
const UNTOUCHED = 0;

test('fires when memory matches the reference but not what the scenario expects', () => {
  const verdict = dump(
    runTwoSections(scenarioExpecting({ words: [WRITTEN, WRITTEN + 1] })),
    getContentAfter(1, 2),
  ).judge();
  expect(verdict.violations.map(({ rule, observed }) => [rule, observed])).toEqual([
    ['ORD-03', 'Its final value is 0x00000005.'],
  ]);
  expect(verdict.violations[0]?.allowed).toContain('word 1 of buffer');
});

test('accepts any order within a group of words, but no wrong words', () => {
  const checkGroup = (words: number[]) =>
    listFiredRules(
      dump(runTwoSections(scenarioExpecting({ words, groupWords: 4 })), getContentAfter(1, 2)).judge(),
    );
  expect(checkGroup([UNTOUCHED, WRITTEN, UNTOUCHED, WRITTEN])).toEqual([]);
  expect(checkGroup([UNTOUCHED, WRITTEN, WRITTEN, WRITTEN])).toEqual(['ORD-03']);
});

test('ignores the expected content if a packer never forms one of its waves', () => {
  const stream = runTwoSections(scenarioExpecting({ words: [WRITTEN + 1] }));
  const waiting = { unit: 'packer', index: 0, pc: -1, cause: { on: 'id-window', packer: 0 } } as const;
  expect(listFiredRules(dump(stream.quiesce([waiting]), getContentAfter(1, 2)).judge())).not.toContain(
    'ORD-03',
  );
});

/** Runs two waves that both read the word before either stores, so the first store is lost. */
function loseUpdate(): Stream {
  const stream = new Stream(createRmwScene(FACTOR, 4), RMW_LANDMARKS).form([quad(1)]).form([quad(2)]);
  const loads = [0, 1].map((wave) => stream.issue({ wave }));
  for (const [wave, access] of loads.entries()) stream.perform(wave, access);
  for (const [wave, value] of [1, 2].entries()) {
    const access = stream.issue({ wave, operation: 'store' });
    const data = new Int32Array(64).fill(value);
    stream.add({ kind: 'memory-performed', cycle: stream.cycle + 1, wave, access, level: 'L2', data });
  }
  return stream.end(0).end(1).quiesce();
}

test('gives the history of a tracked word: who wrote it, in what order, and which store is lost', () => {
  const verdict = dump(loseUpdate(), getContentAfter(2)).judge({ follow: BUFFER });
  const orderFindings = verdict.violations.filter(({ rule }) => rule === 'ORD-03');
  const [trackedSteps, otherSteps] = orderFindings.map(({ steps }) =>
    steps.map((step) => step.replace(/ at pc .*?\)(?=,|$)/, '')),
  );
  expect(orderFindings[0]!.place.address).toBe(BUFFER);
  expect(trackedSteps!.slice(2)).toEqual([
    'cycle 5: wave 0 (packer 0 id 0) reads 0x00000000 in lane 0',
    'cycle 6: wave 1 (packer 0 id 1) reads 0x00000000 in lane 0',
    'cycle 8: wave 0 (packer 0 id 0) stores 0x00000001 in lane 0',
    'cycle 10: wave 1 (packer 0 id 1) stores 0x00000002 in lane 0, overwriting the value that wave 0 (packer 0 id 0) stored in cycle 8: this wave had already read the word in cycle 6',
  ]);
  expect(otherSteps).toHaveLength(2);
});

test('reports that no store wrote the final value of a tracked word', () => {
  const words = getContentAfter(2);
  words[0] = 9;
  const { violations } = dump(loseUpdate(), words).judge({ follow: BUFFER });
  const { steps } = violations.find(({ rule }) => rule === 'ORD-03')!;
  expect(steps.at(-1)).toBe('the final value of the word is 0x00000009, but the last store wrote 0x00000002');
});
