import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('navi31', 64);
