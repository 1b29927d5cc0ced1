import { afterEach, describe, expect, it } from 'vitest';
import { defineCovergroup } from '../../../coverage/collector/own-covergroup.js';
import { bin } from '../../../coverage/dsl/bins.js';
import { NOT_SAMPLED } from '../../../coverage/dsl/definition.js';
import { useExtensions } from '../../../harness/extension/own-extensions.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { encodeScenario, type RuleDefinition } from '../../../transactions/index.js';

const FILE = 'checked-names.test.ts';
const corpus = openCorpus();
const sequence = findSequence('empty_section');
const scenario = encodeScenario(generateTest({ sequence, seed: '0x2', overrides: NO_OVERRIDES, corpus }));
afterEach(() => useExtensions(FILE, []));

/** Why a batch of one test cannot run; undefined if the test passed. */
function getRefusal(): string | undefined {
  const tests = [{ sequence: 'empty_section', index: 0, seed: '0x2', scenario }];
  const batch = { first: 0, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'x' };
  const { refusal: reason, failures } = runBatch(batch, corpus);
  expect(failures).toEqual([]);
  return reason;
}

function useRule(kind: string): void {
  const rule = {
    id: 'acme.X-01',
    text: 'None.',
    create: () => ({ on: { [kind]: () => undefined } }),
  } as unknown as RuleDefinition;
  useExtensions(FILE, [{ rules: [rule] }]);
}

/** Adds a covergroup that calls `sampleOne` and then samples at every transaction of the given kind. */
function useGroup(
  kind: string,
  sampleOne: (values: Int32Array, point: { times: number; tmes?: number }) => void,
): void {
  const group = defineCovergroup({
    name: 'acme.waves',
    version: 1,
    text: 'Waves.',
    statements: [],
    points: { times: { text: 'Times.', bins: [bin('one', [1])] } },
    crosses: [],
    monitor({ sampler }) {
      return {
        [kind]: () => {
          sampleOne(sampler.values, sampler.point);
          sampler.sample();
        },
      };
    },
  });
  useExtensions(FILE, [{ covergroups: [group] }]);
}

describe('an unknown name or a missing value is rejected', () => {
  it("as a rule's handler", () => {
    useRule('wave-launched');
    expect(getRefusal()).toBeUndefined();
    useRule('wave-launchd');
    expect(getRefusal()).toBe(
      'Invalid handler in acme.X-01: Unknown transaction "wave-launchd": did you mean wave-launched?',
    );
  });

  it.each<[string, string, (values: Int32Array, point: { times: number; tmes?: number }) => void]>([
    [
      "as a covergroup's handler",
      'handler in acme.waves: Unknown transaction "sleptt": did you mean slept?',
      () => undefined,
    ],
    [
      'as a coverpoint',
      'sample of acme.waves: Unknown coverpoint "tmes": did you mean times?',
      (values, point) => {
        values[point.tmes!] = 1;
      },
    ],
    [
      'as a property of the values',
      'sample of acme.waves: Unknown coverpoint "times"',
      (values) => {
        Object.assign(values, { times: 1 });
      },
    ],
    [
      'as a value',
      'value of acme.waves/times: undefined; expected an integer or NOT_SAMPLED',
      (values, point) => {
        values[point.times!] = ({} as { tmes: number }).tmes;
      },
    ],
  ])('%s', (location, reason, sampleOne) => {
    useGroup('wave-launched', (values, point) => {
      values[point.times!] = 1;
      values[point.times!] = NOT_SAMPLED;
    });
    expect(getRefusal()).toBeUndefined();
    useGroup(location.includes('handler') ? 'sleptt' : 'wave-launched', sampleOne);
    expect(getRefusal()).toContain(reason);
  });
});
