import { spawn } from 'node:child_process';
import { printNote } from './terminal.js';

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Opens a file in the user's browser, or prints the reason it cannot be opened. */
export function openInBrowser(file: string): void {
  const opener = OPENERS[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [file], { detached: true, stdio: 'ignore' });
  child.on('error', () => printNote(`Cannot open ${file}: ${opener} is not installed`));
  child.unref();
}
