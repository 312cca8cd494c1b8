import type { EntityManager } from 'typeorm';

/** Rows for one table, collected until they are written by one statement. */
export class Rows<Row extends readonly unknown[]> {
  #rows: Row[] = [];

  add(...row: Row): void {
    this.#rows.push(row);
  }

  /** Nothing is sent when there are none. `$1`, `$2` … of the statement are the columns, each an array. */
  async write(manager: EntityManager, statement: string): Promise<void> {
    const rows = this.#rows;
    const [first] = rows;
    if (first === undefined) return;
    this.#rows = [];
    await manager.query(
      statement,
      first.map((_, column) => rows.map((row) => row[column])),
    );
  }
}
