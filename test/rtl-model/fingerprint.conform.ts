import type { ChipName } from '../../arch/index.js';
import { RunMemory } from '../../arch/index.js';
import { makeSmallScene } from '../../failures/explore/small-scene.js';
import { Device } from '../../rtl-model/device.js';
import { listWalkedFields } from '../../rtl-model/fingerprint/exceptions.js';
import { listConstants } from '../../rtl-model/fingerprint/fingerprint.js';
import { isTime } from '../../rtl-model/fingerprint/state-walk.js';
import type { Choices } from '../../rtl-model/kernel/index.js';
import { RecordPool } from '../../rtl-model/kernel/record-pool.js';
import { LocalRecord } from '../../rtl-model/lds/local-record.js';
import type { Units } from '../../rtl-model/units.js';
import type { Scenario } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';
import { buildScene } from './support/run-program.js';

/** A number or boolean field of a device, which can be changed and restored. */
interface Leaf {
  readonly path: string;
  readonly flip: () => void;
}

/** A cycle in the future. All past cycles are alike. */
const FUTURE = 2 ** 40;

/** Finds all fields that hold state, independently of the fingerprint's own traversal. */
function findLeaves(root: object): Leaf[] {
  const leaves: Leaf[] = [];
  const { context } = root as Units;
  // Plans, instructions and settings are the same in every state.
  const seen = new Set<object>([root, context, ...Object.values(context), ...listConstants(root as Units)]);
  const queue: [object, string][] = [[root, 'units']];
  const visit = (owner: object, name: string, path: string): void => {
    const fields = owner as Record<string, unknown>;
    const value = fields[name];
    if (Object.getOwnPropertyDescriptor(owner, name)?.writable !== true) return;
    const other = isTime(name) ? FUTURE : value === 77 ? 78 : 77;
    if (typeof value === 'number') leaves.push(makeLeaf(fields, name, path, value, other));
    else if (typeof value === 'boolean') leaves.push(makeLeaf(fields, name, path, value, !value));
    else if (value instanceof Int32Array && value.length > 0)
      leaves.push(makeLeaf(value as never, `${value.length - 1}`, path, value.at(-1)!, value.at(-1)! ^ 1));
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !seen.has(value)) {
      seen.add(value);
      queue.push([value, path]);
    }
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [owner, path] = next;
    if (owner.constructor.name === 'Wave' || owner instanceof RecordPool) continue;
    for (const name of listWalkedFields(owner)) visit(owner, name, `${path}.${name}`);
  }
  return leaves;
}

function getUnits(device: Device): object {
  return (device as unknown as { units: object }).units;
}

function makeRmwScenario(chip: ChipName): Scenario {
  return drawTest('rmw_buffer', '0x1', { chips: [chip] });
}

function makeLeaf(
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

/** Fields named as cycles, which hold cycles. Another would count as equal at all values up to the current cycle. */
const CYCLES = ['busyUntil', 'lastArrivalCycle', 'lastQuadCycle', 'localFreeAt'];

/** The steps at which all fields are changed and restored. */
const CHECKED_STEPS = [5, 40];

it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
  'a change to any field that holds state changes the fingerprint on %s',
  (chip) => {
    let step = 0;
    const undetected = new Set<string>();
    const checked = new Set<string>();
    const choices: Choices = {
      choose: (point) => {
        if (point !== 0 || !CHECKED_STEPS.includes(++step)) return 0;
        const fingerprint = device.order.fingerprint();
        for (const { path, flip } of findLeaves(getUnits(device))) {
          flip();
          checked.add(path);
          if (device.order.fingerprint() === fingerprint) undetected.add(path);
          flip();
        }
        expect(device.order.fingerprint()).toBe(fingerprint);
        return 0;
      },
    };
    const device = new Device(makeSmallScene(makeRmwScenario(chip), 'AA'), choices, null, new RunMemory());
    device.run({ cycles: Number.POSITIVE_INFINITY, instructions: 100_000 });
    expect(step).toBeGreaterThan(CHECKED_STEPS.at(-1)!);
    expect(checked.size).toBeGreaterThan(100);
    expect([...undetected]).toEqual([]);
    const times = [...checked].map((path) => path.split('.').at(-1)!).filter(isTime);
    expect(times.filter((name) => !CYCLES.includes(name))).toEqual([]);
  },
);

/** Lists the fingerprints of a run of a program whose second instruction writes s20, before another hazard. */
function listFingerprints(write: string): readonly string[] {
  const rest =
    's_sleep 1\nv_readlane_b32 s21, v5, s20\nv_readfirstlane_b32 s22, v0\nv_readlane_b32 s23, v5, s22';
  const scene = buildScene(`v_mov_b32_e32 v0, 3\n${write}\n${rest}\ns_endpgm`, { chip: 'vega10' });
  const fingerprints: string[] = [];
  const choices: Choices = {
    choose: (point) => {
      if (point === 0) fingerprints.push(device.order.fingerprint());
      return 0;
    },
  };
  const device = new Device(makeSmallScene(scene, 'AA'), choices, null, new RunMemory());
  device.run({ cycles: Number.POSITIVE_INFINITY, instructions: 1000 });
  return fingerprints;
}

it('includes what the path of a wave leaves to show of hazards', () => {
  const scalar = listFingerprints('s_mov_b32 s20, 3');
  expect(listFingerprints('s_movk_i32 s20, 0x3')).toEqual(scalar);
  expect(listFingerprints('v_readfirstlane_b32 s20, v0')).not.toEqual(scalar);
});

it('an exception that names no field of its class is rejected', () => {
  const record: object = Object.create(LocalRecord.prototype);
  expect(() => listWalkedFields(record)).toThrow('LocalRecord has no field index');
});
