import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MeasuredCell } from './measure-cell.js';
import type { Cell, LayoutName } from './plan.js';

/** Kept in a file after each cell, so that measuring may be interrupted and go on later. */
export class Results {
  private constructor(
    private readonly file: string,
    readonly cells: MeasuredCell[],
  ) {}

  static async open(file: string, startsOver: boolean): Promise<Results> {
    const text = startsOver ? '[]' : await readFile(file, 'utf8').catch(() => '[]');
    return new Results(file, JSON.parse(text) as MeasuredCell[]);
  }

  of(layout: LayoutName, { rooms, players }: Cell): MeasuredCell | undefined {
    return this.cells.find((cell) => cell.layout === layout && cell.rooms === rooms && cell.players === players);
  }

  async add(cell: MeasuredCell): Promise<void> {
    this.cells.push(cell);
    await mkdir(dirname(this.file), { recursive: true });
    await writeFile(`${this.file}.new`, JSON.stringify(this.cells, undefined, 2));
    await rename(`${this.file}.new`, this.file);
  }
}
