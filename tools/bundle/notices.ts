import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file next to the bundles that contains the licences of all bundled packages. */
export const NOTICES_FILE = 'NOTICES.txt';

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/**
 * Returns the name, version and full licence of every package that has a module in the bundles.
 *
 * @param modules paths of the modules in the bundles; the project's own modules are skipped.
 * @throws Error if a package has no licence text, since it may not be redistributed without one.
 */
export function collectNotices(modules: Iterable<string>): string {
  const folders = new Set(Array.from(modules, (path) => PACKAGE_FOLDER.exec(path)?.[0] ?? ''));
  folders.delete('');
  const notices = Array.from(folders, formatNotice).sort();
  return `The bundles in this folder contain code from these packages.\n${notices.join('')}`;
}

function formatNotice(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${name} ${version} has no licence file: it cannot be bundled.`);
  return `\n${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
}
