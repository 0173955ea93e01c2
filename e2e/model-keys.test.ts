import { afterAll, beforeAll, expect, it } from 'vitest'
import { startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { chip, chooseModel, dialog, go, pictureFile, promptField } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, tileStatuses } from './support/person.ts'

let krea: VendorFake
let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  krea = await startKreaFake()
  journey = await openJourney({
    account: newAccount('Kim'),
    variables: { PROVIDER_BASE_URLS: `krea=${krea.url}` },
  })
  page = journey.page
})
afterAll(async () => {
  await journey.close()
  await krea.stop()
})

const keyOfKrea = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Krea' }) })
const openForm = async () => {
  await page.goto('/manage-account?tab=model-keys')
  await page.getByRole('button', { name: 'Add key of Krea' }).press('Enter')
}
/** Pastes a key into the form, which is sent. */
const sendKey = async (key: string) => {
  await page.getByRole('textbox', { name: 'Key of Krea' }).fill(key)
  await page.keyboard.press('Enter')
}
const isLocked = async () => {
  await page.goto('/image')
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('combobox').fill('Krea 2')
  return page
    .getByRole('option', { name: /^Krea 2/ })
    .first()
    .getAttribute('aria-disabled')
}
const statusesBecome = (status: string) =>
  expect.poll(() => tileStatuses(page), { timeout: 30_000 }).toEqual(Array(4).fill(status))
/** Asks for four images of Krea 2 on the image page. */
const pressGo = async (prompt: string) => {
  await promptField(page).fill(prompt)
  await chooseModel(page, 'Krea 2')
  await go(page).click()
  await page.waitForURL('**/project/**')
}

it('a key opens the models of its provider, which make images with it, until it is removed', async () => {
  expect(await isLocked()).toBe('true')
  await openForm()
  await sendKey('not-the-key-1234')
  await page.getByText("Krea doesn't know this key. Copy it again, as a whole.").waitFor()
  await sendKey(fakeKey)
  await keyOfKrea()
    .getByText(`Your key ends in ${fakeKey.slice(-4)}`)
    .waitFor()

  await page.goto('/image')
  await chip(page, 'Style').click()
  await dialog(page, 'Style')
    .getByRole('button', { name: /^Pine Block/ })
    .click()
  await page.getByRole('button', { name: 'Add Style' }).click()
  await chip(page, 'Image style').click()
  await page.locator('input[type=file]').setInputFiles([await pictureFile('wall.png')])
  await dialog(page, 'Image style').waitFor({ state: 'detached' })
  krea.play('delivers-slowly', 4)
  await pressGo('a house by the sea')
  await page.locator('.tile-waiting img').first().waitFor({ timeout: 30_000 })
  await statusesBecome('completed')
  const body = krea.lastCreate().json() as { prompt: string; image_style_references?: unknown[] }
  expect(body.prompt).toMatch(/^a house by the sea, ./)
  expect(body.image_style_references).toHaveLength(1)

  krea.play('silent', 4)
  await page.goto('/image')
  await pressGo('never mind')
  await expect
    .poll(() => krea.creates().at(-1)?.json(), { timeout: 20_000 })
    .toMatchObject({ prompt: expect.stringMatching(/^never mind/) })
  const before = krea.cancels().length
  await page.getByRole('button', { name: 'Cancel generation' }).first().click()
  await statusesBecome('cancelled')
  await expect.poll(() => krea.cancels().length).toBeGreaterThan(before)

  await page.goto('/manage-account?tab=model-keys')
  await page.getByRole('button', { name: 'Remove key of Krea' }).click()
  await keyOfKrea().getByText('No key').waitFor()
  expect(await isLocked()).toBe('true')
  expect(page.errors).toEqual([])
})
