import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { HistoryFile } from '../../../regression/history/history-file.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';

const folder = temporaryFolder();

it('a database with a view in place of a table reads no other file', async () => {
  const secret = join(folder, 'secret.txt');
  const path = join(folder, 'history.duckdb');
  writeFileSync(secret, 'secret');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`CREATE VIEW other AS SELECT content FROM read_text('${secret}')`);
  connection.closeSync();
  instance.closeSync();
  const history = await HistoryFile.open(path);
  try {
    await expect(history.rows('SELECT content FROM other')).rejects.toThrow(/disabled by configuration/);
  } finally {
    history.close();
  }
});
