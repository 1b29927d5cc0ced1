import { expect, it } from 'vitest';
import type { ChipName } from '../../arch/index.js';
import { RunMemory } from '../../arch/index.js';
import { smallScene } from '../../failures/explore/small-scene.js';
import { generateTest } from '../../harness/one-test/run-test.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence } from '../../harness/selection/selection.js';
import { Device } from '../../rtl-model/device.js';
import { CLASS_RULES } from '../../rtl-model/fingerprint/class-rules.js';
import type { FieldRule } from '../../rtl-model/fingerprint/field-rule.js';
import type { Choices } from '../../rtl-model/kernel/index.js';

/** A number or a boolean somewhere in a device, which can be changed and restored. */
interface Leaf {
  readonly path: string;
  readonly flip: () => void;
}

const ruleOf = (owner: object, name: string): FieldRule | undefined =>
  owner.constructor === Object ? undefined : CLASS_RULES.get(owner.constructor)?.[name];

/** Every field of the units without a rule of the fingerprint, found without the fingerprint's own walk. */
function leavesOf(root: object): Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<object>([root]);
  const queue: [object, string][] = [[root, 'units']];
  const visit = (owner: object, name: string, path: string): void => {
    const fields = owner as Record<string, unknown>;
    const value = fields[name];
    if (typeof value === 'number') leaves.push(changing(fields, name, path, value, value === 77 ? 78 : 77));
    else if (typeof value === 'boolean') leaves.push(changing(fields, name, path, value, !value));
    else if (value instanceof Int32Array && value.length > 0)
      leaves.push(changing(value as never, `${value.length - 1}`, path, value.at(-1)!, value.at(-1)! ^ 1));
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !seen.has(value)) {
      seen.add(value);
      queue.push([value, path]);
    }
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [owner, path] = next;
    if (owner.constructor.name === 'Wave') continue;
    for (const name of Object.keys(owner))
      if (ruleOf(owner, name) === undefined) visit(owner, name, `${path}.${name}`);
  }
  return leaves;
}

function changing(
  fields: Record<string, unknown>,
  name: string,
  path: string,
  before: unknown,
  after: unknown,
): Leaf {
  let isChanged = false;
  const flip = (): void => {
    isChanged = !isChanged;
    fields[name] = isChanged ? after : before;
  };
  return { path, flip };
}

/** Steps at which a run is looked at. */
const LOOKS = [5, 40];

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'a change of any field on %s changes the fingerprint, except for fields with a rule',
  (chip) => {
    const drawn = generateTest({
      sequence: findSequence('rmw_buffer'),
      seed: '0x1',
      overrides: { chips: [chip], knobs: {}, faults: [] },
      corpus: openCorpus(),
    });
    let step = 0;
    const unseen = new Set<string>();
    const looked = new Set<string>();
    const choices: Choices = {
      choose: (point) => {
        if (point !== 0 || !LOOKS.includes(++step)) return 0;
        const fingerprint = device.order.fingerprint();
        for (const { path, flip } of leavesOf((device as unknown as { units: object }).units)) {
          flip();
          looked.add(path);
          if (device.order.fingerprint() === fingerprint) unseen.add(path);
          flip();
        }
        expect(device.order.fingerprint()).toBe(fingerprint);
        return 0;
      },
    };
    const device = new Device(smallScene(drawn, 'AA'), choices, null, new RunMemory());
    device.run({ cycles: Number.POSITIVE_INFINITY, instructions: 100_000 });
    expect(step).toBeGreaterThan(LOOKS.at(-1)!);
    expect(looked.size).toBeGreaterThan(100);
    expect([...unseen]).toEqual([]);
  },
);

it('every rule names a field that its class has, and says why it is needed', () => {
  for (const [, rules] of CLASS_RULES)
    for (const rule of Object.values(rules))
      if ('leftOut' in rule) expect(rule.leftOut.length).toBeGreaterThan(10);
      else if ('why' in rule) expect(rule.why.length).toBeGreaterThan(10);
});
