import { defineCovergroup } from '../../../coverage/collector/monitor.js';
import { bin } from '../../../coverage/dsl/bins.js';
import { NOT_SAMPLED } from '../../../coverage/dsl/definition.js';
import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import { encodeScenario, type RuleDefinition } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const FILE = 'checked-names.slow.ts';
const corpus = openCorpus();
const scenario = encodeScenario(drawTest('empty_section', '0x2'));
afterEach(() => useExtensions(FILE, []));

/** Runs a batch of one test and returns the reason it was rejected; undefined if the test passed. */
function getRejection(): string | undefined {
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

describe('a batch is rejected if an extension has', () => {
  it("an unknown transaction in a rule's handlers", () => {
    useRule('wave-launched');
    expect(getRejection()).toBeUndefined();
    useRule('wave-launchd');
    expect(getRejection()).toBe(
      'Invalid handler in acme.X-01: Unknown transaction "wave-launchd": did you mean wave-launched?',
    );
  });

  it.each<[string, string, (values: Int32Array, point: { times: number; tmes?: number }) => void]>([
    [
      "an unknown transaction in a covergroup's handlers",
      'handler in acme.waves: Unknown transaction "sleptt": did you mean slept?',
      () => undefined,
    ],
    [
      'an unknown coverpoint',
      'sample for acme.waves: Unknown coverpoint "tmes": did you mean times?',
      (values, point) => {
        values[point.tmes!] = 1;
      },
    ],
    [
      'an unknown property set on the values',
      'sample for acme.waves: Unknown coverpoint "times"',
      (values) => {
        Object.assign(values, { times: 1 });
      },
    ],
    [
      'an undefined value',
      'value for acme.waves/times: undefined; expected an integer or NOT_SAMPLED',
      (values, point) => {
        values[point.times!] = ({} as { tmes: number }).tmes;
      },
    ],
  ])('%s', (title, reason, sampleOne) => {
    useGroup('wave-launched', (values, point) => {
      values[point.times!] = 1;
      values[point.times!] = NOT_SAMPLED;
    });
    expect(getRejection()).toBeUndefined();
    useGroup(title.includes('handler') ? 'sleptt' : 'wave-launched', sampleOne);
    expect(getRejection()).toContain(reason);
  });
});
