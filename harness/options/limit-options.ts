import { Option } from 'commander';
import { RANGES } from '../basics/index.js';
import { makeIntegerOption } from '../terminal/index.js';
import { DEFAULT_LIMITS } from '../workers/pool.js';
import type { TestLimits } from '../workers/task-limit.js';
import { makeDurationParser } from './option-values.js';

/** The values of `--test-time` and `--test-memory`. */
export interface LimitValues {
  readonly testTime?: number;
  readonly testMemory?: number;
}

/** Creates the `--test-time` option. `target` describes what it limits. */
export function makeTestTimeOption(target: string): Option {
  return new Option('--test-time <duration>', `time limit for ${target} (default: 120s)`).argParser(
    makeDurationParser('--test-time'),
  );
}

/** Creates the `--test-memory` option. */
export function makeTestMemoryOption(): Option {
  return new Option('--test-memory <MiB>', 'heap limit per worker (default: 2048)').argParser(
    makeIntegerOption('--test-memory', RANGES.heapMb),
  );
}

/** Returns the limits set by the options, or the defaults. */
export function getTestLimits({ testTime, testMemory }: LimitValues): TestLimits {
  return { ms: testTime ?? DEFAULT_LIMITS.ms, heapMb: testMemory ?? DEFAULT_LIMITS.heapMb };
}
