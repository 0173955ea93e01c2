import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetsShown } from './support/assets.ts'
import { allEnded, generate, type Made } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage, phone, signIn } from './support/person.ts'

const account = newAccount('Olga')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let owl: Made
beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ app, browser, context, page } = journey)
  const fox = await generate(context, app.url, { prompt: 'a red fox in the snow' })
  await allEnded(context, app.url, fox.projectId)
  owl = await generate(context, app.url, { prompt: 'an owl by moonlight', aspectRatio: '2:3' })
  await allEnded(context, app.url, owl.projectId)
  await page.goto('/assets')
  await page.locator('[data-asset]').nth(7).waitFor()
})
afterAll(() => journey.close())

const open = (prompt: string) => page.getByRole('button', { name: `Open: ${prompt}` })
const select = (prompt: string) => page.getByRole('button', { name: `Select: ${prompt}` })
const shown = () => assetsShown(page)

describe('assets', () => {
  it('can be liked together, and filtered by likes', async () => {
    await select('a red fox in the snow').first().click()
    await page.getByText('1 selected').waitFor()
    await select('an owl by moonlight').first().click()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Like' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Liked', exact: true }).click()
    await expect.poll(shown).toBe(2)
    await page.reload()
    await expect.poll(shown).toBe(2)
    await page.getByRole('button', { name: 'Liked', exact: true }).click()
    await expect.poll(shown).toBe(8)
  })

  it('can be compared across cards, and the winner is starred', async () => {
    const compare = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Compare' })
    await select('a red fox in the snow').first().click()
    expect(await compare.getAttribute('aria-description')).toBe('Select two to four images.')
    await select('an owl by moonlight').first().click()
    await compare.click()
    const dialog = page.getByRole('dialog', { name: 'Compare 2 images' })
    await dialog.getByText('2:3').waitFor()
    await dialog.getByRole('button', { name: /^Pick as winner.*B$/ }).click()
    await dialog.getByRole('button', { name: /^Winner.*B$/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Starred', exact: true }).click()
    await expect.poll(shown).toBe(1)
    await page.getByRole('button', { name: 'Starred', exact: true }).click()
    await expect.poll(shown).toBe(8)
  })

  it('can be downloaded together as one zip', async () => {
    await select('an owl by moonlight').first().click()
    await select('an owl by moonlight')
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('toolbar').getByRole('button', { name: 'Download', exact: true }).click()
    expect((await saved).suggestedFilename()).toBe('images.zip')
    await page.getByText('Images downloaded successfully').waitFor()
    await page.keyboard.press('Escape')
  })

  it('open in the lightbox, with a link to their card on the canvas', async () => {
    await open('an owl by moonlight').first().click()
    const lightbox = page.getByRole('dialog')
    await lightbox.getByText('an owl by moonlight').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('2')
    await lightbox.getByRole('button', { name: 'Star', pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-asset'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Show on canvas' }).click()
    await page.waitForURL(`**/project/${owl.projectId}?card=${owl.id}`)
    await page.locator(`[data-card="${owl.id}"]`).waitFor()
    await page.goBack()
  })

  it('can be chosen as input of a prompt', async () => {
    await page.goto('/image')
    await page.evaluate(() =>
      sessionStorage.setItem(
        'espalier.chosen-assets',
        JSON.stringify({ purpose: 'image', composer: 'image-page', ids: [] }),
      ),
    )
    await page.goto('/assets?choosing=image&back=%2Fimage')
    await page.getByRole('heading', { name: 'Choose pictures for your prompt' }).waitFor()
    await page.locator('[data-asset]').first().click()
    await page.locator('[data-asset]').nth(5).click()
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Use 2 pictures' }).click()
    await page.waitForURL('**/image')
  })

  it('are deleted by card after a confirmation, and can be restored', async () => {
    await page.goto('/assets')
    await expect.poll(shown).toBe(8)
    await select('a red fox in the snow').first().click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this generation and all its branches?' })
    await question.waitFor()
    await expectNoViolations(page)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted 1 generation(s) and their branches').waitFor()
    await expect.poll(shown).toBe(4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(shown).toBe(8)
  })

  it('can be selected with a finger on a phone', async () => {
    const pocket = await browser.newContext({ ...phone, baseURL: app.url })
    const small = await openPage(pocket)
    await signIn(small, app.url, account)
    await small.goto('/assets')
    await small.locator('[data-asset]').first().waitFor()
    await small
      .getByRole('button', { name: /^Select:/ })
      .first()
      .tap()
    await small.getByText('1 selected').waitFor()
    await small.locator('[data-asset]').nth(1).tap()
    await small.getByText('2 selected').waitFor()
    await expectNoViolations(small)
    await expect.poll(() => small.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width)
    await small.getByRole('button', { name: 'Clear selection' }).tap()
    await small.locator('[data-asset]').first().tap()
    await small.getByRole('dialog').waitFor()
    expect(small.errors).toEqual([])
    await pocket.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
