import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('renoir', 64);
