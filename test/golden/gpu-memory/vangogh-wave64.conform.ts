import { describeGpuMemory } from '../support/gpu-memory.js';

describeGpuMemory('vangogh', 64);
