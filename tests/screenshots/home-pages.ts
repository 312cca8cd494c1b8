import { Person } from '../e2e/support/person.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import type { Participants } from './participants.js';

/** Home, signing in, what is to be read, and what is not there. */
export async function takeHomePages({ camera, browser, url, admin }: Participants): Promise<void> {
  const nobody = await Person.arrive(browser, 'Nobody', url);
  const { page } = nobody;
  const visitor = signInDialogOf(nobody);
  await page.goto('/');
  await page.getByRole('tab', { name: 'Join Game' }).waitFor();
  await camera.take(page, 'home-join');
  await page.getByLabel('Game Code').fill('ZZZZZZ');
  await nobody.sees('Game not found');
  await camera.take(page, 'home-no-such-game', { widths: [360], screenOnly: true });
  await page.getByRole('tab', { name: 'Create Game' }).click();
  await camera.take(page, 'home-create');
  await page.getByRole('button', { name: 'Show tips' }).click();
  await page.locator('[data-tip-bubble]').waitFor();
  await camera.take(page, 'home-tip', { widths: [360, 1440] });
  await page.getByRole('button', { name: 'Menu' }).click();
  await camera.take(page, 'menu', { widths: [360], screenOnly: true });

  await page.goto('/game-history');
  await visitor.dialog.waitFor();
  await camera.take(page, 'sign-in', { screenOnly: true });
  await visitor.signIn({ email: 'nobody@example.com', password: 'wrong' });
  await nobody.sees('Invalid email or password');
  await camera.take(page, 'sign-in-refused', { widths: [360], screenOnly: true });
  await visitor.press('Need an account?');
  await camera.take(page, 'sign-up', { screenOnly: true });
  await visitor.press('Already have an account?');
  await visitor.press('Forgot Password?');
  await visitor.type('Email', 'nobody@example.com');
  await visitor.press('Send Reset Link');
  await nobody.sees('Password reset email sent');
  await camera.take(page, 'reset-sent', { screenOnly: true });

  for (const path of ['terms', 'privacy', '404', 'admin-auth-test']) {
    await page.goto(`/${path}`);
    await page.getByRole('heading').first().waitFor();
    await camera.take(page, path);
  }
  await nobody.context.route('**/assets/privacy-page*', (route) => route.abort());
  await page.goto('/privacy');
  await nobody.sees('Something went wrong');
  await camera.take(page, 'something-went-wrong');

  await page.goto('/game-history');
  await visitor.guest();
  await page.getByRole('heading', { name: 'Game History' }).waitFor();
  await camera.take(page, 'history-empty');
  await page.goto('/analytics');
  await nobody.sees('You need an admin account to open that page.');
  await camera.take(page, 'home-admins-only', { widths: [360, 1440] });
  await nobody.context.close();

  await admin.page.goto('/admin-auth-test');
  await admin.page.getByRole('heading', { name: 'Admin Login Test' }).waitFor();
  await camera.take(admin.page, 'admin-auth-test-admin', { widths: [360, 1440] });
}
