import { randomUUID } from 'node:crypto';
import type { Person } from '../e2e/support/person.js';

const FEEDBACK = [
  [
    'bug',
    'Buzzer stayed dark after the phone slept',
    'I woke my phone up and had to load the page again.\nAndroid, Chrome.',
  ],
  ['feature', 'Teams', 'Could we play in teams of three? Our pub quiz would love that.'],
  ['general', 'What a night!', 'Forty colleagues, two hours, not one hitch. Thank you.'],
  ['bug', 'Überlangestraßenbahnhaltestellenbeschilderung'.repeat(2), 'A title that is one word. '.repeat(20)],
] as const;
const WORDS = [
  'Eighties on Synths',
  'Film music for people who never watch films, a very long title of a quiz',
  'Kinderlieder',
];

const TOKENS = 'earworm.tokens';

/** The words that this person's page sends with each call to say who they are. */
export const authorizationOf = ({ page }: Person) =>
  page.evaluate((key) => {
    const { access } = JSON.parse(localStorage.getItem(key) ?? '{}') as { access?: string };
    return { authorization: `Bearer ${access ?? ''}` };
  }, TOKENS);

/** A guest of nobody's page, for what each may do only once a minute. */
async function newGuest({ page }: Person) {
  const reply = await page.request.post('/api/identity/guest', { data: {} });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

async function done(reply: Awaited<ReturnType<Person['page']['request']['post']>>) {
  if (!reply.ok()) throw new Error(`${reply.url()}: ${reply.status()} ${await reply.text()}`);
}

/** Feedback of several people, long and short. */
export async function giveFeedback(person: Person): Promise<void> {
  for (const [type, title, description] of FEEDBACK) {
    const data = { feedbackId: randomUUID(), type, title, description, gameVersion: '1.0.0' };
    await done(await person.page.request.post('/api/feedback', { data, headers: await newGuest(person) }));
  }
}

const question = (index: number) => ({
  youtubeLink: `https://youtu.be/aaaaaaaaa${index}0`,
  answer: `Answer ${index}`,
  points: index * 100,
});

const written = new WeakSet<Person>();

/** Templates of this person, once, of which two are published and one is reported. */
export async function writeTemplates(person: Person): Promise<void> {
  if (written.has(person)) return;
  written.add(person);
  const headers = await authorizationOf(person);
  const { request } = person.page;
  for (const [index, title] of WORDS.entries()) {
    const templateId = randomUUID();
    const file = {
      format: 'earworm-template',
      version: 1,
      title,
      description: 'Six songs that everybody has heard and nobody can name. '.repeat(index + 1),
      language: index === 2 ? 'de' : 'en',
      tags: ['party', 'eighties', 'synth pop'].slice(index),
      categories: ['Synths', 'One Hit Wonders'].map((name) => ({ name, questions: [1, 2, 3].map(question) })),
    };
    const base64 = Buffer.from(JSON.stringify(file)).toString('base64');
    await done(
      await request.post('/api/template-import', { headers, data: { templateId, fileName: 'a.json', base64 } }),
    );
    if (index === 2) continue;
    await done(await request.post(`/api/templates/${templateId}/publish`, { headers, data: { published: true } }));
    if (index === 0) continue;
    const data = { reason: 'copyright', text: 'These are the questions of our book.' };
    for (const headers of [await newGuest(person), await newGuest(person)])
      await done(await request.post(`/api/templates/${templateId}/report`, { headers, data }));
  }
}
