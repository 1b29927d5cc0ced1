import { formatFirstHitCommand } from '../../../closure/coverage/coverage-options.js';
import { deriveTestSeed } from '../../../harness/basics/seeds.js';
import { makeCoverageRunId } from '../../../harness/run-directory/run-request.js';
import { formatReproLine } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES, type Overrides } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';

const seed = { high: 0x12, low: 0x34 };

/** Returns the name that coverage records for a run, and the command expected for its test `rmw_buffer.17`. */
function makeRunAndCommand(overrides: Overrides, glob?: string) {
  const request = {
    runId: 'r',
    suite: 'smoke',
    seed,
    overrides,
    count: 1,
    workers: 1,
    outDir: '.',
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    ...(glob === undefined ? {} : { glob }),
  };
  const test = { suite: 'smoke', sequence: 'rmw_buffer', seed: deriveTestSeed(seed, 'rmw_buffer', 17) };
  return { run: makeCoverageRunId(request), command: formatReproLine(test, overrides) };
}

describe('the first test that hit a bin', () => {
  it('can be rerun with a command that contains its test seed', () => {
    const { run, command } = makeRunAndCommand(NO_OVERRIDES);
    expect(formatFirstHitCommand({ run, name: 'rmw_buffer.17' })).toBe(command);
    expect(command).toMatch(/^npx --no-install pops-tb replay 'smoke:rmw_buffer@0x[0-9a-f]+'$/);
  });

  it('is rerun with the options of its run', () => {
    const overrides: Overrides = {
      chips: ['navi21', 'navi31'],
      faults: ['F46'],
      knobs: { idWrap: 7, messageLatency: [1, 9] },
    };
    const { run, command } = makeRunAndCommand(overrides, 'rmw*');
    expect(formatFirstHitCommand({ run, name: 'rmw_buffer.17' })).toBe(command);
    expect(command).toContain('--fault F46 --chip navi21,navi31 --set idWrap=7');
  });

  it('has no command if the run is from another program', () => {
    expect(formatFirstHitCommand({ run: 'silicon, board 3', name: 'rmw_buffer.17' })).toBeUndefined();
  });
});
