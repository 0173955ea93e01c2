import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** A real picture file, as a user would upload it: 640 × 480 pixels. */
export async function pictureFile(name: string) {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a9e7e' } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

/** Chooses a model by its name in the picker. */
export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('combobox').fill(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

export const promptField = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true })
export const go = (page: Page) => page.getByRole('button', { name: /^Go\b/ })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** A chip under the prompt, or a button with just this name. */
export const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
