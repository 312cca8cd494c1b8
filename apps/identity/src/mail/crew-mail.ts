import type { mailCrews, RequestOf } from '@earworm/contracts';
import { type Mail, nameInMail } from '../accounts/password-resets.js';

type Request = RequestOf<typeof mailCrews>;
type CrewMail = Request['mails'][number];
type Room = CrewMail['rooms'][number];

interface Words {
  readonly locale: string;
  readonly event: string;
  subject(rooms: number, event: string): string;
  readonly lines: readonly [before: (rooms: number, event: string) => string, how: string, after: string];
  room(number: number, name: string, starts: string): string;
  until(time: string): string;
}

const ENGLISH: Words = {
  locale: 'en-GB',
  event: 'the event',
  subject: (rooms, event) => (rooms === 1 ? `Your room at ${event}` : `Your ${rooms} rooms at ${event}`),
  lines: [
    (rooms, event) => `Hello,\n\nyou run ${rooms === 1 ? 'a room' : `${rooms} rooms`} at ${event}.`,
    'Open the link on the device that will be your desk, and tap “I run this room”.',
    'A link works once, for one person. The person who has it can run the room, so do not pass it on.\n\nIf you did not expect this email, ignore it.',
  ],
  room: (number, name, starts) => `Room ${number}${name === '' ? '' : `, ${name}`}\nStart: ${starts}`,
  until: (time) => `Valid until ${time}`,
};

const GERMAN: Words = {
  locale: 'de-DE',
  event: 'dem Event',
  subject: (rooms, event) => (rooms === 1 ? `Dein Raum bei ${event}` : `Deine ${rooms} Räume bei ${event}`),
  lines: [
    (rooms, event) => `Hallo,\n\ndu leitest ${rooms === 1 ? 'einen Raum' : `${rooms} Räume`} bei ${event}.`,
    'Öffne den Link auf dem Gerät, das dein Pult wird, und tippe auf „Ich leite hier mit“.',
    'Ein Link gilt einmal und für eine Person. Wer ihn hat, kann den Raum leiten: Gib ihn nicht weiter.\n\nWenn du diese E-Mail nicht erwartet hast, ignoriere sie.',
  ],
  room: (number, name, starts) => `Raum ${number}${name === '' ? '' : `, ${name}`}\nBeginn: ${starts}`,
  until: (time) => `Gültig bis ${time}`,
};

/** The links of one person, each once. Names are written by operators, who may not own the address. */
export function crewMail(origin: string, { showName, timeZone }: Request, { to, language, rooms }: CrewMail): Mail {
  const words = language === 'de' ? GERMAN : ENGLISH;
  const event = nameInMail(showName) || words.event;
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  const [before, how, after] = words.lines;
  const partOf = ({ number, name, startsAt, expiresAt, linkId, secret }: Room) =>
    [
      words.room(number, nameInMail(name), `${format.format(startsAt)} (${timeZone})`),
      `${origin}/crew#${linkId}.${secret}`,
      words.until(format.format(expiresAt)),
    ].join('\n');
  return {
    to,
    subject: words.subject(rooms.length, event),
    text: [before(rooms.length, event), how, ...rooms.map(partOf), after].join('\n\n'),
  };
}
