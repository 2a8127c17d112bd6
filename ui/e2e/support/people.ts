/** What a person does at the login page. */
import { expect, type Page } from '@playwright/test';

/** Clicks through the login page and the development sign-in, as one of its people. */
export async function signInByHand(page: Page, person = 'Enya Enterprise'): Promise<void> {
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click();
  await page.getByRole('button', { name: new RegExp(person) }).click();
  await expect(page.getByRole('banner').getByText(person)).toBeAttached();
}
