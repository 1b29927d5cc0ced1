import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('navi21', 64);
