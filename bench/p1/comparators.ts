import { join } from 'node:path';
import {
  type Comparator,
  createSelfTimedEngine,
  createWallTimedEngine,
  getSourcePath,
  readVersion,
  run,
} from './comparator.js';

/** The protocol in Verilog, compiled to C++ with every optimisation that helps. */
export const verilator: Comparator = {
  name: 'Verilator',
  install: 'apt-get install -y verilator g++ make',
  requirements: { programs: ['verilator', 'g++', 'make'], files: [] },
  cycles: 3_000_000,
  build(folder) {
    const optimisations = [
      '-O3',
      '--x-assign',
      'fast',
      '--x-initial',
      'fast',
      '-CFLAGS',
      '-O3 -march=native',
    ];
    const sources = [getSourcePath('protocol.v'), getSourcePath('verilator-main.cpp')];
    run(
      'verilator',
      ['--cc', '--exe', '--build', ...optimisations, '-Mdir', 'verilated', ...sources],
      folder,
    );
    const engine = createSelfTimedEngine(join(folder, 'verilated', 'Vprotocol'));
    return { engine, version: readVersion('verilator', '--version') };
  },
};

/** The protocol in SystemC, with a thread per wave slot that waits for events rather than for the clock. */
export const systemc: Comparator = {
  name: 'SystemC',
  install: 'apt-get install -y libsystemc-dev g++',
  requirements: { programs: ['g++'], files: ['/usr/include/systemc'] },
  cycles: 3_000_000,
  build(folder) {
    const executable = join(folder, 'systemc');
    const options = ['-O3', '-march=native', '-std=c++17'];
    run('g++', [...options, '-o', executable, getSourcePath('systemc-main.cpp'), '-lsystemc']);
    return { engine: createSelfTimedEngine(executable), version: readVersion(executable, '--version') };
  },
};

/** The same Verilog, interpreted. */
export const icarus: Comparator = {
  name: 'Icarus Verilog',
  install: 'apt-get install -y iverilog',
  requirements: { programs: ['iverilog', 'vvp'], files: [] },
  cycles: 40_000,
  build(folder) {
    const compiled = join(folder, 'protocol.vvp');
    run('iverilog', ['-o', compiled, getSourcePath('icarus-top.v'), getSourcePath('protocol.v')]);
    const engine = createWallTimedEngine('vvp', (cycles) => ['-n', compiled, `+cycles=${cycles}`]);
    return { engine, version: readVersion('iverilog', '-V') };
  },
};
