import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attached, chip, dialog, pictureFile, promptField } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ page } = journey)
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/image')
  await promptField(page).waitFor()
  await chip(page, 'Style').click()
  await styles()
    .getByRole('button', { name: /^Pine Block/ })
    .waitFor()
})

const styles = () => dialog(page, 'Style')
const tab = (name: string) => styles().getByRole('tab', { name })
const tiles = () => styles().locator('.style-tile')
const shown = async () => (await tiles().locator('b').allInnerTexts()).filter((title) => title !== 'Your own')

describe('the style picker', () => {
  it('says what to do, and shows everything about the style that is clicked', async () => {
    await styles().getByText('Click to view a style.').waitFor()
    await styles()
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    const details = styles().getByRole('complementary', { name: 'Pine Block' })
    await details.getByText('@old_harbour').waitFor()
    await details.getByText('Flux', { exact: true }).waitFor()
    await expect
      .poll(() => details.getByRole('list', { name: 'Examples of Pine Block' }).getByRole('listitem').count())
      .toBe(6)
    const pictures = await details
      .locator('img')
      .evaluateAll((all) => Promise.all(all.map((image) => (image as HTMLImageElement).decode().then(() => true))))
    expect(pictures).toEqual(Array(6).fill(true))
  })

  it('has tabs, filters and a search that narrow the grid', async () => {
    const community = await shown()
    await tab('Krea').click()
    const krea = await shown()
    expect(krea.filter((title) => community.includes(title))).toEqual([])
    expect(community.length + krea.length).toBeGreaterThanOrEqual(24)
    await tab('Community').click()
    await styles().getByRole('button', { name: 'Flux', exact: true }).click()
    const flux = await shown()
    await styles().getByRole('button', { name: 'Krea 1', exact: true }).click()
    expect([...flux, ...(await shown())].sort()).toEqual([...community].sort())
    await styles().getByRole('button', { name: 'All', exact: true }).click()
    await styles().getByRole('searchbox', { name: 'Search styles' }).fill('woodblock PINE')
    expect(await shown()).toEqual(['Pine Block'])
    await styles().getByRole('searchbox').fill('nothing like it')
    await styles().getByRole('button', { name: 'Clear the search' }).click()
    expect(await shown()).toEqual(community)
  })

  it('puts a style on the prompt, in the place of the one before, and takes it off', async () => {
    for (const title of ['Pine Block', 'Impasto Noon']) {
      if ((await styles().count()) === 0) await chip(page, 'Style').click()
      await styles()
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .click()
      await styles().getByRole('button', { name: 'Add Style' }).click()
      await styles().waitFor({ state: 'detached' })
      expect(await attached(page)).toEqual([`Style 1 ${title}`])
    }
    await chip(page, 'Style').click()
    await styles().getByRole('button', { name: 'Remove Style' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('list', { name: 'Attached' }).count()).toBe(0)
  })

  it('keeps pins, and takes one back that the server did not take', async () => {
    await tab('Pinned').click()
    await styles().getByText('Nothing pinned yet').waitFor()
    await tab('Community').click()
    await styles()
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await styles().getByRole('button', { name: 'Pin', exact: true }).click()
    await styles().getByRole('button', { name: 'Unpin' }).waitFor()
    await page.reload()
    await chip(page, 'Style').click()
    await tab('Pinned').click()
    await expect.poll(shown).toEqual(['Pine Block'])
    await styles()
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await page.route('**/pin', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No.' } }))
    await styles().getByRole('button', { name: 'Unpin' }).click()
    await page.getByText('The pin could not be changed. Try again.').waitFor()
    expect(await shown()).toEqual(['Pine Block'])
    await page.unroute('**/pin')
    await styles().getByRole('button', { name: 'Unpin' }).click()
    await styles().getByText('Nothing pinned yet').waitFor()
  })
})

describe('a style of one’s own', () => {
  it('is made of a name, words and pictures, changed, used, and deleted after a question', async () => {
    await styles()
      .getByRole('button', { name: /^Create style/ })
      .click()
    const form = page.getByRole('form')
    await form.getByRole('button', { name: 'Create style' }).click()
    await form.getByText('Give the style a name.').waitFor()
    await form.getByLabel('Name').fill('Red brick')
    await form.getByLabel('Added to the prompt').fill('warm brick wall, low sun')
    await form.getByRole('button', { name: 'Flux' }).click()
    await page.locator('input[type=file]').setInputFiles([await pictureFile('wall.png')])
    await form.getByRole('img', { name: 'Reference picture 1' }).waitFor()
    await form.getByRole('button', { name: 'Create style' }).click()

    await styles().getByRole('complementary', { name: 'Red brick' }).getByText('warm brick wall, low sun').waitFor()
    await expect.poll(() => tab('Private').getAttribute('aria-selected')).toBe('true')
    await styles().getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('Name').fill('Old brick')
    await form.getByRole('button', { name: 'Remove reference picture 1' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await styles().getByRole('complementary', { name: 'Old brick' }).waitFor()
    await styles().getByRole('button', { name: 'Add Style' }).click()
    expect(await attached(page)).toEqual(['Style 1 Old brick'])

    await chip(page, 'Style').click()
    await tab('Private').click()
    await styles().getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete “Old brick”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await styles().getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await styles().getByText('No style of your own yet').waitFor()
    await page.keyboard.press('Escape')
    // What is gone is not sent either.
    await expect.poll(() => page.getByRole('list', { name: 'Attached' }).count()).toBe(0)
  })

  it('says what the server said where it can not be saved', async () => {
    await page.route('**/api/styles', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 402, json: { code: 'plan-limit', message: 'Your plan holds one private style.' } })
        : route.continue(),
    )
    await styles()
      .getByRole('button', { name: /^Create style/ })
      .click()
    await page.getByLabel('Name').fill('Red brick')
    await page.getByLabel('Added to the prompt').fill('warm brick')
    await page.getByRole('form').getByRole('button', { name: 'Create style' }).click()
    await page.getByText('Your plan holds one private style.').waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Red brick')
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
