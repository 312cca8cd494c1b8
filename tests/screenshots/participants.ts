import type { Browser } from 'playwright-core';
import { moderatorOf, type Moderator } from '../e2e/support/moderator.js';
import { Person } from '../e2e/support/person.js';
import { playerOf, type Player } from '../e2e/support/player.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import type { Camera } from './camera.js';

/** Who appears in the screenshots. */
export interface Participants {
  readonly camera: Camera;
  readonly browser: Browser;
  readonly url: string;
  /** Registered, so that games and templates are theirs for good. */
  readonly ruth: Moderator;
  readonly players: readonly Player[];
  readonly admin: Person;
}

const NAMES = ['Ada', 'Leo', 'Mirjam van der Berg'];

export async function openPages(browser: Browser, url: string, camera: Camera): Promise<Participants> {
  const arrive = (name: string) => Person.arrive(browser, name, url);
  const ruth = moderatorOf(await arrive('Ruth'));
  await ruth.person.page.goto('/game-history');
  await signInDialogOf(ruth.person).press('Need an account?');
  await signInDialogOf(ruth.person).signUp({ email: 'ruth@example.com', password: 'secret-of-ruth' });
  await ruth.person.page.getByRole('heading', { name: 'Game History' }).waitFor();
  const admin = await arrive('Admin');
  await admin.page.goto('/admin/outbox');
  await signInDialogOf(admin).signIn(FIRST_ADMIN);
  await admin.page.getByRole('heading', { name: 'Mail Outbox' }).waitFor();
  const players = await Promise.all(NAMES.map(async (name) => playerOf(await arrive(name))));
  return { camera, browser, url, ruth, players, admin };
}
