import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

// Prints the results of both linters for a tarball as JSON. An optional second file replaces the tarball's
// package.json.
const [tarball, document] = process.argv.slice(2);
const packed = createPackageFromTarballData(readFileSync(tarball));
const prefix = `/node_modules/${packed.packageName}/`;
const files = Object.fromEntries(packed.listFiles().map((path) => [path, packed.readFile(path)]));
if (document !== undefined) files[`${prefix}package.json`] = readFileSync(document, 'utf8');

const { messages, pkg } = await publint({
  pkgDir: 'package',
  pack: {
    files: Object.entries(files).map(([path, data]) => ({
      name: path.replace(prefix, 'package/'),
      data: new TextEncoder().encode(data),
    })),
  },
});
const { problems } = await checkPackage(new Package(files, packed.packageName, packed.packageVersion));
process.stdout.write(
  JSON.stringify({
    publint: messages.map((message) => formatMessage(message, pkg, { color: false })),
    types: problems,
  }),
);
