import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { buildFragmentModule } from './fragment-module.js';
import { NAVI31_CACHE, NAVI31_CODE_BYTES } from './navi31-cache.js';

/** A script that imitates a driver compiling rmw_buffer.frag for navi31. */
export const ANSWER = `
echo 'device Null hardware (RADV NAVI31)'
echo 'driver radv Mesa 25.0.7'
echo 'offset 0 0 192'
echo 'wave 64'
echo 'bytes 0 ${NAVI31_CODE_BYTES}'
cp "$FIXTURES/cache.bin" cache-0.bin
echo 'div 32 %76 = @load_input (%75 (0x0)) (base=0, io location=VARYING_SLOT_VAR0 slots=1)  // key' > nir-0.txt
`;

const FIND_OUTPUT = 'while [ "$1" != -o ]; do shift; done';

/** A temporary folder of scripts that stand in for the compilers and the driver, with only that folder on PATH. */
export class FakeTools {
  readonly folder = mkdtempSync(join(tmpdir(), 'pops-fake-tools-'));
  readonly driver = join(this.folder, 'radeon_icd.json');

  constructor() {
    mkdirSync(join(this.folder, 'bin'));
    this.write('cache.bin', NAVI31_CACHE);
    this.write('fragment.spv', buildFragmentModule());
    this.write('driver.so', 'the driver');
    this.write('radeon_icd.json', JSON.stringify({ ICD: { library_path: join(this.folder, 'driver.so') } }));
    for (const command of ['sh', 'cp', 'cat', 'chmod', 'kill'])
      this.addTool(command, `exec /bin/${command} "$@"`);
    this.addTool('glslangValidator', `${FIND_OUTPUT}; cp "${this.folder}/fragment.spv" "$2"`);
    this.addTool('cc', `${FIND_OUTPUT}; cp "${this.folder}/helper" "$2"`);
    this.setDriverScript(ANSWER);
    vi.stubEnv('PATH', join(this.folder, 'bin'));
    vi.stubEnv('XDG_CACHE_HOME', join(this.folder, 'cache'));
  }

  /** Writes a file to the folder and returns its path. */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(join(this.folder, name), content);
    return join(this.folder, name);
  }

  addTool(name: string, script: string): void {
    const file = this.write(join('bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  /** Replaces the driver process with a script, and clears the cache. */
  setDriverScript(script: string): void {
    rmSync(join(this.folder, 'cache'), { recursive: true, force: true });
    this.write(
      'helper',
      `#!/bin/sh\nFIXTURES="${this.folder}"\necho "$RADV_FORCE_FAMILY" >> "$FIXTURES/requested"\n${script}\n`,
    );
    this.write('requested', '');
  }

  /** Returns the chips requested from the driver, in order. */
  getRequestedChips(): readonly string[] {
    return readFileSync(join(this.folder, 'requested'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  remove(): void {
    vi.unstubAllEnvs();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
