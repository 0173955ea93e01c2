import type { Page } from 'playwright-core'

/** The dialog that offers the kinds of branches. */
const branchDialog = (page: Page) => page.getByRole('dialog', { name: 'Create New Branch' })

/** The panel on the canvas for a branch or a new generation; its name says which. */
export const branchPanel = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** The text in that panel. */
export const branchText = (page: Page) => page.getByPlaceholder('Describe what you want to create...')

/** The prompt bar below the canvas. */
export const promptBar = (page: Page) => page.getByRole('region', { name: 'Prompt bar' })

/** Its text. */
export const barText = (page: Page) => promptBar(page).getByRole('textbox')

/**
 * Everything in the page, visible or not, without the bar while it is for a new card: then it names the model that the user has
 * chosen there.
 */
export const htmlBesideNewCard = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    const bar = copy.querySelector('.prompt-bar')
    if (bar && !bar.querySelector('.bar-hand')) bar.remove()
    return copy.outerHTML
  })

/** The kinds of branches. */
type BranchOption = 'Enhance' | 'Remix' | 'Add Motion'

/** Opens the panel for a branch of a card. */
export async function branchFrom(page: Page, cardId: string, option: BranchOption): Promise<void> {
  const card = page.locator(`[data-card="${cardId}"]`)
  await card.hover()
  await card.getByRole('button', { name: 'Create branch' }).click()
  await branchDialog(page).getByRole('button', { name: option }).click()
}
