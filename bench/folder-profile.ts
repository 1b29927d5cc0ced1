import { type Profiler, Session } from 'node:inspector/promises';

/** The share of time spent in one component: a folder of the project, or V8 itself. */
export interface FolderShare {
  readonly component: string;
  /** Between 0 and 1. */
  readonly share: number;
}

/** Components with a smaller share are combined as "everything else". */
const MIN_SHARE = 0.01;

/** Microseconds between two samples. */
const SAMPLING_INTERVAL = 200;

/** Profiles `work` with V8's sampling profiler. Returns each component's share of the time, largest first. */
export async function profileFolders(work: () => void): Promise<FolderShare[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL });
  await session.post('Profiler.start');
  work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return computeShares(profile);
}

function computeShares({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): FolderShare[] {
  const components = new Map(nodes.map((node) => [node.id, getComponent(node.callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    const component = components.get(id) ?? 'other';
    times.set(component, (times.get(component) ?? 0) + timeDeltas[index]);
    total += timeDeltas[index];
  });
  const shares = [...times].map(([component, time]) => ({ component, share: time / total }));
  const large = shares.filter(({ share }) => share >= MIN_SHARE).sort((a, b) => b.share - a.share);
  const remaining = shares.reduce((sum, { share }) => (share < MIN_SHARE ? sum + share : sum), 0);
  return [...large, { component: 'everything else', share: remaining }];
}

/**
 * Returns the component of a stack frame, such as `arch/isa` or `rtl-model/sq`. Generated loops, which have no file,
 * are listed as a component of their own.
 */
function getComponent({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const path = /\/dist\/(.*)\/[^/]+$/.exec(url)?.[1];
  if (path !== undefined) return path.split('/').slice(0, 2).join('/');
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '' && !functionName.startsWith('(')) return 'arch/isa (generated loops)';
  return 'node and V8';
}
