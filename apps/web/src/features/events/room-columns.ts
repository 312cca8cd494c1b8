import { cleanText } from '@earworm/rules';
import { type Column, meaningIn, meaningsOf } from '../../shared/table-import/columns.js';
import type { TableKind } from '../../shared/table-import/read-table.js';

/** In the order of the preview and of an exported file. */
export const ROOM_FIELDS = [
  'id',
  'number',
  'name',
  'group',
  'template',
  'rounds',
  'language',
  'start',
  'crew',
  'teams',
] as const;
export type RoomField = (typeof ROOM_FIELDS)[number];
export type RoomRole = RoomField | 'none';
export type RoomColumn = Column<RoomRole>;

/** Without one of these nothing can be read. */
export const NEEDED_FIELDS: readonly RoomField[] = ['id', 'number', 'name'];

/** As people call the columns in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. */
const MEANINGS = meaningsOf<RoomField>({
  id: 'id ownid roomid key kennung raumid schlüssel identifiant clé identificador clave identificativo chiave sleutel identyfikator',
  number:
    'number no nr num room roomnumber table tablenumber nummer raum raumnummer raumnr tisch tischnummer numéro salle numéro ' +
    'número sala numero tavolo mesa kamer zaal numer pokój',
  name: 'name roomname title raumname bezeichnung titel nom intitulé nombre título nome titolo naam nazwa team teamname',
  group:
    'group venue hall block zone area site location gruppe ort halle saal bereich standort veranstaltungsort groupe lieu zone ' +
    'grupo lugar zona gruppo luogo groep locatie grupa miejsce',
  template: 'template templateid quiz vorlage spielvorlage modèle plantilla modello modelo sjabloon szablon',
  rounds:
    'rounds laterrounds nextrounds latertemplates nexttemplates runden weitererunden spätererunden manches rondas turni rodadas ' +
    'rondes rundy',
  language: 'language lang sprache langue idioma lengua lingua língua taal język',
  start:
    'start starts startsat starttime plannedstart begin beginn startzeit uhrzeit time zeit heure début hora inicio ora inizio ' +
    'início aanvang tijd początek godzina',
  crew:
    'crew crewemails moderator moderators moderatoremail host hosts email emails mail mails moderatorin moderatoren moderation ' +
    'animateur animateurs courriel moderador moderadores correo moderatore moderatori prowadzący',
  teams: 'teams teamnames mannschaften équipes equipos squadre equipes ploegen drużyny',
});

/** Titles in a file and in the library are the same in any case and width. */
export const titleKey = (title: string): string => cleanText(title).normalize('NFKC').toLowerCase();

const fieldOf = (heading: string): RoomField | undefined => meaningIn(MEANINGS, heading);

export const ROOMS_TABLE: Omit<TableKind, 'rowsMax'> = {
  isName: (heading) => fieldOf(heading) !== undefined,
  isHeading: (cells) => cells.filter((cell) => fieldOf(cell) !== undefined).length >= 2,
  isPlausible: () => true,
};

/** Of several columns with one meaning the first is used. */
export function guessRoomColumns(headings: readonly string[] | null, width: number): RoomColumn[] {
  const seen = new Set<RoomField>();
  return Array.from({ length: Math.max(width, headings?.length ?? 0) }, (_, index) => {
    const heading = headings?.[index]?.trim() ?? '';
    const field = fieldOf(heading);
    if (field === undefined || seen.has(field)) return { heading, role: 'none', certain: false };
    seen.add(field);
    return { heading, role: field, certain: true };
  });
}
