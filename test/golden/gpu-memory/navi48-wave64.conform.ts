import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('navi48', 64);
