import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('vega10', 64);
