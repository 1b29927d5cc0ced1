import { HWREG, SCALAR } from '../../../arch/index.js';
import { BACKGROUND_MODE, type ComputeWork, type GeometryWork } from '../../../transactions/index.js';
import type { DeviceContext } from '../../context.js';
import { assert } from '../../kernel/assert.js';
import type { Wave } from '../../wave.js';
import type { Group } from './group.js';

/** Number of bits per coordinate in a packed thread id. */
const PACKED_ID_BITS = 10;

/** Loads the registers of a background wave that is about to start; `local` is the group's LDS allocation. */
export function loadBackgroundState(
  context: DeviceContext,
  wave: Wave,
  group: Group,
  local: Int32Array,
): void {
  const { state } = wave;
  const { plan } = group;
  const { work } = plan;
  assert(wave.group === group, 'the wave belongs to the group');
  assert(wave.number >= group.first, 'the waves of a group are consecutive');
  state.next = 0;
  state.hw.fill(0);
  state.hw[HWREG.MODE] = BACKGROUND_MODE;
  state.s.set(plan.program.constants, SCALAR.CONSTANTS);
  state.s.set(work.userData, 0);
  state.lds = local;
  if (work.kind === 'compute') {
    state.s[work.userData.length] = group.number;
    loadThreads(context, wave, work, (wave.number - group.first) * context.lanes);
  } else loadVertices(context, wave, work, group.number * context.lanes);
}

/** Loads the vertices in instance order, starting at vertex `first`. */
function loadVertices({ lanes }: DeviceContext, wave: Wave, work: GeometryWork, first: number): void {
  const { v } = wave.state;
  for (let lane = 0; lane < lanes; lane++) {
    v[lane] = (first + lane) % work.vertices;
    v[lanes + lane] = Math.floor((first + lane) / work.vertices);
  }
  enableLanes(wave, Math.min(lanes, work.vertices * work.instances - first));
}

function loadThreads({ lanes, facts }: DeviceContext, wave: Wave, work: ComputeWork, first: number): void {
  const { v } = wave.state;
  const [width, height, depth] = work.groupSize;
  for (let lane = 0; lane < lanes; lane++) {
    const thread = first + lane;
    const x = thread % width;
    const y = Math.floor(thread / width) % height;
    const z = Math.floor(thread / (width * height));
    if (facts.packsThreadIds) v[lane] = x | (y << PACKED_ID_BITS) | (z << (2 * PACKED_ID_BITS));
    else {
      v[lane] = x;
      v[lanes + lane] = y;
      v[2 * lanes + lane] = z;
    }
  }
  enableLanes(wave, Math.min(lanes, width * height * depth - first));
}

function enableLanes({ state }: Wave, count: number): void {
  state.s[SCALAR.EXEC_LO] = makeLowMask(count);
  state.s[SCALAR.EXEC_HI] = makeLowMask(Math.max(count - 32, 0));
}

/** Returns a word with the `count` lowest bits set, or all bits if `count` is 32 or more. */
function makeLowMask(count: number): number {
  return count >= 32 ? -1 : (1 << count) - 1;
}
