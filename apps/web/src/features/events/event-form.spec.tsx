import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ShowId } from '@earworm/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { A_LOGO, aShow, facts, SHOW } from '../../testing/shows.js';
import { choose, click, draw, fill, pass, press, valueOf } from '../../testing/user-actions.js';
import { EditEventPage, NewEventPage } from './event-form-pages.js';

beforeEach(() => signInAs({ id: 'ines', name: 'Ines' }));

const alerts = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const openNew = () => draw(<NewEventPage />, { at: '/events/new' });
const openEdit = () => draw(<EditEventPage />, { at: `/events/${SHOW}/edit`, path: '/events/:showId/edit' });

describe('the form of a new event', () => {
  it('creates an event with its start in its own time zone, and opens it', async () => {
    gateway.answer('createShow', ({ body }) => ({ showId: ShowId.parse(body.showId), version: 1 }));
    await openNew();
    await fill(/^Name of the event/, 'Company night');
    await fill(/^Planned start/, '2026-12-05T19:30');
    await choose('Time zone', 'America/New York');
    await fill('Place', 'Lyon');
    await fill(/^Expected people in each room/, '24');
    await click(screen.getByRole('switch', { name: 'Time trial' }));
    await click(screen.getByRole('radio', { name: 'One per player' }));
    await press('Create the event');
    await pass();
    const [input] = gateway.inputsOf('createShow');
    expect(input?.body.facts).toMatchObject({
      ...{ name: 'Company night', startsAt: Date.parse('2026-12-05T19:30-05:00'), timeZone: 'America/New_York' },
      ...{ place: 'Lyon', peoplePerRoom: 24, timeTrialMode: true, settings: { attempts: 'once' }, colours: null },
      ...{ keepDays: 90, language: null },
    });
    expect(location.pathname).toBe(`/events/${input?.body.showId}`);
  });

  it('asks for a name before it asks the server', async () => {
    await openNew();
    await press('Create the event');
    screen.getByText('Please enter the name of the event.');
    expect(gateway.inputsOf('createShow')).toEqual([]);
  });

  it('says what a refusal means, and sends the same id again', async () => {
    gateway.refuse('createShow', 'event-limit', { n: 2 });
    await openNew();
    await fill(/^Name of the event/, 'Company night');
    await press('Create the event');
    await pass();
    expect(alerts()).toEqual(['You already have 2 events. Delete one before you create another.']);
    await press('Create the event');
    await pass();
    const ids = gateway.inputsOf('createShow').map(({ body }) => body.showId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('refuses two colours that cannot be told apart, before anything is sent', async () => {
    await openNew();
    await fill(/^Name of the event/, 'Company night');
    await click(screen.getByRole('switch', { name: 'Own colours on sheets, stage and phones' }));
    await fill('Text', '#ffee00');
    await press('Create the event');
    expect(alerts()).toEqual(['Text in these colours is hard to read. Choose two that differ more.']);
    expect(gateway.inputsOf('createShow')).toEqual([]);
  });
});

describe('the networks of the venue', () => {
  const typed = () => valueOf('Networks of the venue');

  it('come one per line, and from the connection of this browser', async () => {
    gateway.answer('createShow', ({ body }) => ({ showId: ShowId.parse(body.showId), version: 1 }));
    gateway.answer('ownNetwork', { network: '8.8.4.4' });
    await openNew();
    await fill(/^Name of the event/, 'Company night');
    await fill('Networks of the venue', ' 8.8.8.0/24 ');
    await press('Add this network');
    await pass();
    expect(typed()).toBe('8.8.8.0/24\n8.8.4.4');
    await press('Add this network');
    await pass();
    expect(alerts()).toEqual(['8.8.4.4 is in the list already.']);
    await press('Create the event');
    await pass();
    expect(gateway.inputsOf('createShow')[0]?.body.facts.networks).toEqual(['8.8.8.0/24', '8.8.4.4']);
  });

  it.each([
    ['0.0.0.0/0', 'This network is too wide. IPv4 networks can be up to /24, and IPv6 networks up to /48.'],
    ['8.8.8.0/24 venue', 'This is not a network. Write an address such as 8.8.8.8 or 2600:1:2::/48.'],
    ['127.0.0.1', 'No venue has an address like this. Add the network from the venue itself.'],
    ['1.1.1.1 '.repeat(9), 'An event can name up to 8 networks.'],
  ])('reach no server as “%s”', async (networks, message) => {
    await openNew();
    await fill(/^Name of the event/, 'Company night');
    await fill('Networks of the venue', networks);
    await press('Create the event');
    screen.getByText(message);
    expect(gateway.inputsOf('createShow')).toEqual([]);
  });

  it('get nothing from a browser on the machine of the server', async () => {
    gateway.answer('ownNetwork', { network: null });
    await openNew();
    await press('Add this network');
    await pass();
    expect(alerts()).toEqual([expect.stringMatching(/^This browser has no address/)]);
    expect(typed()).toBe('');
  });
});

describe('the form of an event that exists', () => {
  it('saves what was changed, based on the version that was opened', async () => {
    gateway.answer('readShow', aShow({ facts: facts({ place: 'Lyon' }) }));
    gateway.answer('saveShow', { version: 4 });
    await openEdit();
    expect([valueOf(/^Name of the event/), valueOf('Place')]).toEqual(['Company night', 'Lyon']);
    await fill('Place', 'Porto');
    await press('Save');
    await pass();
    expect(gateway.inputsOf('saveShow')).toMatchObject([
      { params: { showId: SHOW }, body: { basedOn: 3, facts: { ...facts(), place: 'Porto' } } },
    ]);
    expect(location.pathname).toBe(`/events/${SHOW}`);
  });

  it('says that it was changed elsewhere, and overwrites nothing', async () => {
    gateway.answer('readShow', aShow());
    gateway.refuse('saveShow', 'event-changed');
    await openEdit();
    await press('Save');
    await pass();
    expect(alerts()).toEqual(['This event was changed elsewhere. Nothing was overwritten.']);
  });
});

describe('the logo of an event on its form', () => {
  /** The sizes of a drawn picture in bytes, by its longest side and type; what jsdom cannot do. */
  let bytesOf: (side: number, type: string) => number;
  beforeEach(() => {
    bytesOf = () => 1_000;
    globalThis.createImageBitmap = (async (file: File) => {
      if (file.name === 'broken.png') throw new Error('no picture');
      return { width: 4_000, height: 2_000, close: () => undefined };
    }) as unknown as typeof createImageBitmap;
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
      this: HTMLCanvasElement,
      done,
      type = '',
    ) {
      expect(this.width).toBe(2 * this.height);
      const text = `${this.width} ${type} `;
      done(new Blob([text.padEnd(bytesOf(this.width, type), '.')], { type }));
    });
    gateway.answer('readShow', aShow());
    gateway.answer('setShowLogo', { logo: null });
  });
  afterEach(() => void jest.restoreAllMocks());

  const choosePicture = async (name: string, type: string, place = 'Logo') => {
    const section = screen.getByRole('region', { name: place });
    fireEvent.change(section.querySelector('input[type="file"]')!, {
      target: { files: [new File(['x'], name, { type })] },
    });
    await pass();
    await pass();
  };
  const sent = () =>
    gateway.inputsOf('setShowLogo').map(({ body }) => body.picture && atob(body.picture).replace(/[ .]+$/, ''));

  it('scales a picture down in the browser, saves it at once, and shows it', async () => {
    await openEdit();
    gateway.answer('readShow', aShow({ logo: A_LOGO }));
    await choosePicture('logo.jpg', 'image/jpeg');
    expect(sent()).toEqual(['1000 image/png']);
    expect(screen.getByRole('img', { name: 'The logo of the event' }).getAttribute('src')).toBe(A_LOGO.path);
    screen.getByRole('button', { name: 'Replace the logo' });
    expect(gateway.inputsOf('saveShow')).toEqual([]);
  });

  it('takes the logo of a sponsor, too', async () => {
    await openEdit();
    gateway.answer('readShow', aShow({ sponsorLogo: A_LOGO }));
    await choosePicture('logo.png', 'image/png', 'Sponsor’s logo');
    expect(gateway.inputsOf('setShowLogo').map(({ body }) => body.owner)).toEqual(['sponsor']);
    expect(screen.getByRole('img', { name: 'The logo of the sponsor' }).getAttribute('src')).toBe(A_LOGO.path);
    expect(screen.queryByRole('img', { name: 'The logo of the event' })).toBeNull();
  });

  it('makes a picture smaller until it has at most 256 KB', async () => {
    bytesOf = (side, type) => (side > 500 || type === 'image/png' ? 262_145 : 262_144);
    await openEdit();
    await choosePicture('photo.png', 'image/png');
    expect(sent()).toEqual(['500 image/webp']);
    bytesOf = () => 262_145;
    await choosePicture('noise.png', 'image/png');
    expect(alerts()).toEqual(['The logo must be no larger than 256 KB.']);
    expect(sent()).toHaveLength(1);
  });

  it('refuses what is no picture before it is sent', async () => {
    await openEdit();
    await choosePicture('logo.svg', 'image/svg+xml');
    expect(alerts()).toEqual(['The logo must be an image (PNG, JPEG or WebP).']);
    await choosePicture('broken.png', 'image/png');
    expect(alerts()).toEqual(['The logo must be an image (PNG, JPEG or WebP).']);
    expect(sent()).toEqual([]);
  });

  it('removes the logo, and a refusal says why it was not', async () => {
    gateway.answer('readShow', aShow({ logo: A_LOGO }));
    gateway.refuse('setShowLogo', 'event-logo-away');
    await openEdit();
    await press('Remove the logo');
    await pass();
    expect(alerts()).toEqual(['The logo cannot be stored right now. Try again later.']);
    gateway.answer('setShowLogo', { logo: null });
    gateway.answer('readShow', aShow());
    await press('Remove the logo');
    await pass();
    expect(gateway.inputsOf('setShowLogo').at(-1)?.body).toEqual({ picture: null });
    expect(screen.queryByRole('img', { name: 'The logo of the event' })).toBeNull();
  });
});
