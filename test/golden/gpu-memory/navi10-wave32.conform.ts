import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('navi10', 32);
