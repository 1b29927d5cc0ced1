import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('raven', 64);
