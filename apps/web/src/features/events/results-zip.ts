import { csvLines, type CsvRow } from '@earworm/contracts';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { headings, jsonOf, type Facts, type RoomGames, rowsOf } from './results-rows.js';
import { t } from './results-texts.js';

const TABLES = ['rooms', 'scores', 'verdicts'] as const;
const BYTE_ORDER_MARK = '\ufeff';

/** Compressed room by room, so that only compressed bytes are kept. */
export class ResultsZip {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    // Its buffers are never shared.
    this.#chunks.push(chunk as Uint8Array<ArrayBuffer>);
  });
  readonly #tables = TABLES.map((table) => ({ table, file: this.#file(`${t(table)}.csv`) }));
  readonly #json = this.#file('results.json');
  #teams: ZipDeflate | null = null;
  #rooms = 0;

  constructor(private readonly facts: Facts) {
    const { name, startsAt, timeZone, place } = facts;
    for (const { table, file } of this.#tables) file.push(strToU8(BYTE_ORDER_MARK + csvLines([headings[table]()])));
    const event = JSON.stringify({ name, startsAt, timeZone, place });
    this.#json.push(strToU8(`{"event":${event},"rooms":[`));
  }

  add(games: RoomGames): void {
    const rows = rowsOf(games, this.facts);
    for (const { table, file } of this.#tables) file.push(strToU8(csvLines(rows[table])));
    this.#addTeams(rows.teams);
    this.#json.push(strToU8(`${this.#rooms === 0 ? '' : ','}\n${JSON.stringify(jsonOf(games))}`));
    this.#rooms += 1;
  }

  end(): Blob {
    for (const { file } of this.#tables) file.push(new Uint8Array(), true);
    this.#teams?.push(new Uint8Array(), true);
    this.#json.push(strToU8('\n]}\n'), true);
    this.#zip.end();
    return new Blob(this.#chunks, { type: 'application/zip' });
  }

  /** The table of teams is in the file if a game had any. */
  #addTeams(rows: readonly CsvRow[]): void {
    if (rows.length === 0) return;
    if (this.#teams === null) {
      this.#teams = this.#file(`${t('teams')}.csv`);
      this.#teams.push(strToU8(BYTE_ORDER_MARK + csvLines([headings.teams()])));
    }
    this.#teams.push(strToU8(csvLines(rows)));
  }

  #file(name: string): ZipDeflate {
    const file = new ZipDeflate(name);
    this.#zip.add(file);
    return file;
  }
}
