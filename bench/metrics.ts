import type { Metric } from './metric.js';
import { p1Kernel } from './p1-kernel.js';
import { p2Scalar } from './p2-scalar.js';
import { p3Vector } from './p3-vector.js';
import { p5Scaling } from './p5-scaling.js';
import { p6Pool } from './p6-pool.js';
import { p7Coverage } from './p7-coverage.js';
import { p9Nightly } from './p9-nightly.js';
import { p10Start } from './p10-start.js';
import { p11Memory } from './p11-memory.js';
import { p12VectorMemory } from './p12-vector-memory.js';
import { p13Corpus } from './p13-corpus.js';
import { p14Check } from './p14-check.js';
import { p15Hangs } from './p15-hangs.js';
import { p18FreshClone } from './p18-fresh-clone.js';
import { p19Cosim } from './p19-cosim.js';
import { p20Launched } from './p20-launched.js';
import { p21ColdCheck, p22ColdReplay } from './p21-cold-commands.js';

/** All metrics, in goals.md order. */
export const METRICS: readonly Metric[] = [
  p1Kernel,
  p2Scalar,
  p3Vector,
  p5Scaling,
  p6Pool,
  p7Coverage,
  p9Nightly,
  p10Start,
  p11Memory,
  p12VectorMemory,
  p13Corpus,
  p14Check,
  p15Hangs,
  p18FreshClone,
  p19Cosim,
  p20Launched,
  p21ColdCheck,
  p22ColdReplay,
];
