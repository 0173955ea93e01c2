import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import type { Account } from './seed-account.ts'
import type { Shot } from './shot.ts'

const settleMs = 900

/** Opens the second image of the first card in the lightbox. */
async function openLightbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.waitForTimeout(settleMs)
  if ((await page.locator('[data-card]').count()) === 0) {
    await page.keyboard.press('Control+0')
    await page.waitForTimeout(settleMs)
  }
  await page.getByRole('treeitem').first().focus()
  await page.waitForTimeout(settleMs)
  await page.locator('.picture-open').nth(1).focus()
  await page.keyboard.press('Enter')
  await page.waitForTimeout(settleMs)
}

const editor = (page: Page) => page.getByRole('dialog', { name: /^Edit image/ })

async function openEditor(page: Page): Promise<void> {
  await openLightbox(page)
  await page.keyboard.press('e')
  await editor(page).waitFor()
  await page.waitForTimeout(settleMs)
}

const choose = (operation: string) => async (page: Page) => {
  await openEditor(page)
  await editor(page).getByRole('group', { name: 'What to do' }).last().getByRole('button', { name: operation }).click()
  await page.waitForTimeout(settleMs)
}

/** Paints a stroke through the middle of the picture, and says what is to be there. */
async function select(page: Page): Promise<void> {
  await openEditor(page)
  const box = await page.locator('.edit-picture').boundingBox()
  if (!box) return
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.55)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.6, { steps: 12 })
  await page.mouse.up()
  await editor(page).getByRole('textbox', { name: 'What to change' }).fill('A wooden boat with a red sail')
  await page.waitForTimeout(settleMs)
}

const go = (page: Page) =>
  editor(page)
    .getByRole('button', { name: /^(Go|Save)/ })
    .click()
const pictures = '**/api/images/*/file*'

/** Opens the editor while requests for pictures are answered like this. */
const openWhile = (answer: (route: Route) => unknown) => async (page: Page) => {
  await openLightbox(page)
  await page.route(pictures, answer)
  await page.keyboard.press('e')
  await editor(page).waitFor()
  await page.waitForTimeout(settleMs)
}

/** A disc on nothing, in the place of every picture. */
const transparent = async () =>
  sharp(Buffer.from('<svg width="600" height="900"><circle cx="300" cy="450" r="240" fill="#b3402e"/></svg>'))
    .png()
    .toBuffer()

/** The editor of an image, in the states that matter. */
export const editorShots = (account: Account): Shot[] => {
  const path = `/project/${account.fullProject}`
  const shot = (name: string, prepare: NonNullable<Shot['prepare']>): Shot => ({
    ...{ name: `editor-${name}`, path, isSignedIn: 'regular', prepare },
  })
  return [
    shot('select', { after: select }),
    shot('extend', { after: choose('Extend') }),
    shot('crop', { after: choose('Crop and straighten') }),
    shot('adjust', { after: choose('Adjust') }),
    shot('upscale', { after: choose('Upscale') }),
    shot('loading', { after: openWhile(() => {}) }),
    shot('broken', { after: openWhile((route) => route.abort()) }),
    shot('refused', {
      async after(page) {
        await select(page)
        await page.route('**/api/generations', (route) => route.abort())
        await go(page)
        await page.waitForTimeout(settleMs)
      },
    }),
    shot('offline', {
      async after(page) {
        await select(page)
        await page.context().setOffline(true)
        await page.waitForTimeout(settleMs)
      },
    }),
    shot('results', {
      async after(page) {
        await select(page)
        await go(page)
        await page.locator('.edit-results').waitFor({ timeout: 60_000 })
        await page.waitForTimeout(settleMs)
      },
    }),
    shot('lightbox-transparent', {
      async before(page) {
        const body = await transparent()
        await page.route(pictures, (route) => route.fulfill({ body, contentType: 'image/png' }))
      },
      after: openLightbox,
    }),
    shot('transparent', {
      async before(page) {
        const body = await transparent()
        await page.route(pictures, (route) => route.fulfill({ body, contentType: 'image/png' }))
      },
      after: openEditor,
    }),
  ]
}
