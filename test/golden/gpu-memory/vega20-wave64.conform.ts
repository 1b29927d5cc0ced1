import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('vega20', 64);
