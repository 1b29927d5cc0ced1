import { rmSync } from 'node:fs';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import { InfrastructureError } from '../basics/infrastructure-error.js';
import { oneLine } from '../basics/one-line.js';
import { loadOptional } from '../basics/optional-package.js';
import type { HistoryEntry, HistoryRun, HistorySight } from './history-run.js';

/** Columns of the two tables, which are the fields of `HistoryRun` and `HistorySight`. */
const RUN_COLUMNS: Readonly<Record<keyof HistoryRun, string>> = {
  directory: 'VARCHAR PRIMARY KEY',
  logBytes: 'DOUBLE',
  runId: 'VARCHAR',
  selection: 'VARCHAR',
  alike: 'VARCHAR',
  seed: 'VARCHAR',
  startedAt: 'VARCHAR',
  endedBy: 'VARCHAR',
  tests: 'INTEGER',
  passed: 'INTEGER',
  failed: 'INTEGER',
  errors: 'INTEGER',
  seconds: 'DOUBLE',
  workers: 'INTEGER',
  testsPerSecond: 'DOUBLE',
  wavesPerSecond: 'DOUBLE',
  coverage: 'DOUBLE',
  flaky: 'INTEGER',
  rulesArmed: 'INTEGER',
  commit: 'VARCHAR',
  dirty: 'BOOLEAN',
};
const SIGHT_COLUMNS: Readonly<Record<keyof HistorySight | 'directory', string>> = {
  directory: 'VARCHAR',
  signature: 'VARCHAR',
  rule: 'VARCHAR',
  failureGroup: 'VARCHAR',
  tests: 'INTEGER',
  smallest: 'VARCHAR',
  waves: 'INTEGER',
  repro: 'VARCHAR',
};

/** Columns that databases of earlier versions lack. */
const LATER_COLUMNS: Readonly<Record<string, readonly (readonly [name: string, type: string])[]>> = {
  runs: [
    ['alike', RUN_COLUMNS.alike],
    ['flaky', RUN_COLUMNS.flaky],
    ['rulesArmed', RUN_COLUMNS.rulesArmed],
  ],
  sights: [['failureGroup', SIGHT_COLUMNS.failureGroup]],
};

/** A database may come from elsewhere, with views in place of tables: it reads no other file, and loads no extension. */
const CLOSED = {
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

type Row = Readonly<Record<string, DuckDBValue>>;

/** The database of past runs: an index of run directories, from which it can be made again at any time. */
export class HistoryFile {
  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /**
   * Opens the database, which is made where it is missing. Throws `InfrastructureError` when it is in use by another
   * process, damaged, of another version, or when DuckDB is missing or has no build for this machine.
   */
  static async open(path: string): Promise<HistoryFile> {
    const { DuckDBInstance } = await loadOptional(
      '@duckdb/node-api',
      'The history',
      () => import('@duckdb/node-api'),
    );
    try {
      const instance = await DuckDBInstance.create(path, CLOSED);
      const file = new HistoryFile(instance, await instance.connect());
      await file.makeTables();
      return file;
    } catch (error) {
      throw new InfrastructureError(
        `Cannot use history "${path}": ${oneLine(error)}; "history --rebuild" rebuilds it from the run directories`,
      );
    }
  }

  /** Removes the database and any leftovers of an aborted write. */
  static remove(path: string): void {
    for (const file of [path, `${path}.wal`]) rmSync(file, { force: true });
  }

  /** Adds a run in place of what was known about its directory. */
  async put({ run, sights }: HistoryEntry): Promise<void> {
    const { directory } = run;
    await this.whole(async () => {
      await this.connection.run('DELETE FROM runs WHERE directory = $directory', { directory });
      await this.connection.run('DELETE FROM sights WHERE directory = $directory', { directory });
      await this.insert('runs', { ...run });
      for (const sight of sights) await this.insert('sights', { directory, ...sight });
    });
  }

  /** All of a change or nothing of it: the next run may be put after one that failed. */
  private async whole(change: () => Promise<void>): Promise<void> {
    await this.connection.run('BEGIN');
    try {
      await change();
      await this.connection.run('COMMIT');
    } catch (error) {
      await this.connection.run('ROLLBACK');
      throw error;
    }
  }

  /** Sizes of the logs after the rows, by directory. */
  async logSizes(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.rows<Pick<HistoryRun, 'directory' | 'logBytes'>>(
      'SELECT directory, "logBytes" FROM runs',
    );
    return new Map(rows.map(({ directory, logBytes }) => [directory, logBytes]));
  }

  /** Rows of a query; its columns are the fields of `T`. */
  async rows<T>(sql: string, values: Row = {}): Promise<T[]> {
    const reader = await this.connection.runAndReadAll(sql, values as Record<string, DuckDBValue>);
    return reader.getRowObjectsJS() as T[];
  }

  /** Closes the database, so that other processes may open it. */
  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  /** A table of another version lacks columns, which the first query of each names. */
  private async makeTables(): Promise<void> {
    for (const [name, columns] of Object.entries({ runs: RUN_COLUMNS, sights: SIGHT_COLUMNS })) {
      const list = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
      await this.connection.run(`CREATE TABLE IF NOT EXISTS ${name} (${list.join(', ')})`);
      await this.addColumns(name);
      await this.connection.run(`SELECT ${quoted(Object.keys(columns))} FROM ${name} LIMIT 0`);
    }
  }

  /** A database of an earlier version gets the columns that came later; its rows are then read again from their runs. */
  private async addColumns(table: string): Promise<void> {
    const has = await this.rows<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $table',
      { table },
    );
    const names = has.map(({ column_name }) => column_name);
    const columns = LATER_COLUMNS[table] ?? [];
    for (const [column, type] of columns.filter(([column]) => !names.includes(column))) {
      await this.connection.run(`ALTER TABLE ${table} ADD COLUMN "${column}" ${type}`);
      await this.connection.run('UPDATE runs SET "logBytes" = 0');
    }
  }

  private async insert(table: string, row: Row): Promise<void> {
    const names = Object.keys(row);
    const places = names.map((name) => `$${name}`).join(', ');
    await this.connection.run(`INSERT INTO ${table} (${quoted(names)}) VALUES (${places})`, { ...row });
  }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
