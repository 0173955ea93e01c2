import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { completedGeneration } from './fake-account.ts'

export const promptField = page.getByRole('textbox', { name: 'Prompt', exact: true })
export const go = page.getByRole('button', { name: /^Go\b/ })
export const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
/** A chip under the prompt, or a button with just this name. */
export const chip = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })

/** The attachments by the text of their chips: 'Style 1 Pine Block'. */
export const attached = () =>
  page
    .getByRole('list', { name: 'Attached' })
    .getByRole('listitem')
    .elements()
    // biome-ignore lint/performance/useDomNodeTextContent: its parts stand in lines of their own, which are no text
    .map((item) => (item as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim())

/** Focuses an element, as Tab does. */
export async function focus(element: Locator): Promise<void> {
  await expect.element(element).toBeInTheDocument()
  const found = element.element() as HTMLElement
  found.focus()
}

/** Waits until the element has the focus: a closing dialog gives it back when it is gone. */
export const expectFocused = (element: Locator) =>
  expect.poll(() => document.activeElement === element.query()).toBe(true)

/** Waits until an element that matches the selector has the focus. */
export const expectFocusOn = (selector: string) =>
  expect.poll(() => document.activeElement?.matches(selector) ?? false).toBe(true)

/** Presses keys until they have opened something: the commands of the canvas are added a moment after its cards and bars. */
export async function openByKeys(keys: string, opened: Locator, beforeEach = () => {}): Promise<void> {
  const press = async () => {
    if (opened.query()) return true
    beforeEach()
    await userEvent.keyboard(keys)
    return opened.query() !== null
  }
  await expect.poll(press, { interval: 500 }).toBe(true)
}

/** Presses a key on a card until it has opened something. After a press of the mouse a focused card is not selected. */
export async function openByKey(cardId: string, key: string, opened: Locator): Promise<void> {
  const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
  await expect.poll(card).not.toBeNull()
  await openByKeys(key, opened, () => {
    card()?.blur()
    card()?.focus()
  })
}

export const pictureFile = (name: string) => new File([new Uint8Array(100)], name, { type: 'image/png' })

/** Chooses files in the page's only file field, as its button does by the system's file dialog. */
export async function chooseFiles(...files: readonly File[]): Promise<void> {
  const findField = () => document.querySelector<HTMLInputElement>('input[type=file]')
  await expect.poll(findField).not.toBeNull()
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  const input = findField()
  if (!input) throw new Error('The page has no file field.')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Uploads pictures by the dialog of a chip. */
export async function uploadPictures(chipName: string, ...names: string[]): Promise<void> {
  await chip(chipName).click()
  await expect.element(dialog(chipName)).toBeVisible()
  await chooseFiles(...names.map(pictureFile))
  await expect.element(dialog(chipName)).not.toBeInTheDocument()
}

/** Chooses a model by its name in the picker. */
export async function chooseModel(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('combobox').fill(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

/** The reply to a request for a generation: a card completed at once, in the project of the fake account. */
export const generationFor = ({ prompt = '' }: Pick<RequestGenerationInput, 'prompt'>): GenerationShape =>
  completedGeneration(40, { prompt, projectId: uuid(1), createdAt: new Date().toISOString() })
