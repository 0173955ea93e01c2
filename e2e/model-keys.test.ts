import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { chip, chooseModel, dialog, go, pictureFile, promptField } from './support/composer.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { expectNoViolations, newAccount, tileStatuses } from './support/person.ts'

let krea: VendorFake
let journey: Journey
beforeAll(async () => {
  krea = await startKreaFake()
  journey = await openJourney({ variables: { PROVIDER_BASE_URLS: `krea=${krea.url}` } })
})
afterAll(async () => {
  await journey.close()
  await krea.stop()
})

let context: Journey['context']
let page: Journey['page']
beforeEach(async () => {
  ;({ context, page } = await openScreen(journey.app, { account: newAccount('Kim') }))
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await context.close()
})

/** Adds the key by the interface for programs. */
async function addKey(): Promise<void> {
  const { url } = journey.app
  const reply = await context.request.put('/api/model-keys/krea', { data: { key: fakeKey }, headers: { origin: url } })
  expect(reply.status()).toBe(200)
}
const openKeys = () => page.goto('/manage-account?tab=model-keys')

const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const keyOf = (provider: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: provider }) })
const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) }).first()
const openPicker = async () => {
  await page.goto('/image')
  await page.getByRole('button', { name: /^Model:/ }).click()
}
/** Generates four images with Krea 2, and waits for their card. */
const askFor = async (prompt: string) => {
  await page.goto('/image')
  await promptField(page).fill(prompt)
  await chooseModel(page, 'Krea 2')
  await go(page).click()
  await page.waitForURL('**/project/**')
  await page.locator('[data-image]').first().waitFor()
}
const statusesBecome = (status: string) =>
  expect.poll(() => tileStatuses(page), { timeout: 30_000 }).toEqual(Array(4).fill(status))

describe('a model whose provider needs a key', () => {
  it('cannot be chosen before, and links to where a key is added', async () => {
    await openPicker()
    await page.getByRole('combobox').fill('Krea 2')
    await expect.poll(() => option('Krea 2').getAttribute('aria-disabled')).toBe('true')
    await option('Krea 2').hover()
    await page.getByText('Krea needs a key: your own, or one of this server.').waitFor()
    await page.getByRole('link', { name: 'Add your own key' }).click()
    await page.waitForURL('**/manage-account?tab=model-keys')
    await keyOf('Krea').getByText('No key').waitFor()
  })

  it('stays locked after a wrong key, with the error at the field', async () => {
    await openKeys()
    await page.getByRole('button', { name: 'Add key of Krea' }).press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Paste the key.').waitFor()
    await page.getByRole('textbox', { name: 'Key of Krea' }).fill('not-the-key-1234')
    await page.keyboard.press('Enter')
    await page.getByText("Krea doesn't know this key. Copy it again, as a whole.").waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('key-krea')
  })

  it('is unlocked by a valid key, of which the last four characters are shown', async () => {
    await openKeys()
    await page.getByRole('button', { name: 'Add key of Krea' }).press('Enter')
    await page.getByRole('textbox', { name: 'Key of Krea' }).fill(fakeKey)
    await page.getByRole('button', { name: 'Check and save' }).click()
    await toast('Key saved').waitFor()
    await keyOf('Krea')
      .getByText(`Your key ends in ${fakeKey.slice(-4)}`)
      .waitFor()
    expect(await page.content()).not.toContain(fakeKey)
    await page.reload()
    await keyOf('Krea')
      .getByText(`Your key ends in ${fakeKey.slice(-4)}`)
      .waitFor()
  })

  it('can be chosen with a key, without credits', async () => {
    await addKey()
    await openPicker()
    await page.getByRole('combobox').fill('Krea 2')
    await expect.poll(() => option('Krea 2').getAttribute('aria-disabled')).toBe('false')
    await option('Krea 2').hover()
    await page.getByText('Your own key: the provider charges you.').waitFor()
    await expect.poll(() => option('Krea 2').textContent()).toContain('0.00')
  })

  it('generates images with a reference and a style', async () => {
    await addKey()
    await page.goto('/image')
    await promptField(page).fill('a house by the sea')
    await chooseModel(page, 'Krea 2')
    await chip(page, 'Style').click()
    await dialog(page, 'Style')
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await page.getByRole('button', { name: 'Add Style' }).click()
    await chip(page, 'Image style').click()
    await page.locator('input[type=file]').setInputFiles([await pictureFile('wall.png')])
    await dialog(page, 'Image style').waitFor({ state: 'detached' })
    await go(page).click()
    await page.waitForURL('**/project/**')
    await statusesBecome('completed')
    const body = krea.lastCreate().json() as { prompt: string; image_style_references?: unknown[] }
    expect(body.prompt).toMatch(/^a house by the sea, ./)
    expect(body.image_style_references).toHaveLength(1)
  })

  it('shows a preview while an image is generated', async () => {
    await addKey()
    krea.play('delivers-slowly', 4)
    await askFor('a slow morning')
    await page.locator('.tile-waiting img').first().waitFor({ timeout: 30_000 })
    await expectNoViolations(page)
    await statusesBecome('completed')
  })

  it('receives a cancellation when the images are canceled', async () => {
    await addKey()
    krea.play('silent', 4)
    await askFor('never mind')
    await expect
      .poll(() => krea.creates().at(-1)?.json(), { timeout: 20_000 })
      .toMatchObject({ prompt: expect.stringMatching(/^never mind/) })
    const before = krea.cancels().length
    await page.getByRole('button', { name: 'Cancel generation' }).first().click()
    await statusesBecome('cancelled')
    await expect.poll(() => krea.cancels().length).toBeGreaterThan(before)
  })

  it('shows its refusal in the image slot, and that nothing was charged', async () => {
    await addKey()
    krea.play('refuses', 4)
    await askFor('something it refuses')
    await statusesBecome('failed')
    expect(await page.locator('[data-image]').first().textContent()).toMatch(
      /^The model refused this prompt\. Not charged\./,
    )
    await expect.poll(() => page.locator('[data-image]').first().textContent()).not.toContain('zxq-vendor-words')
  })

  it('is locked again when the key is removed', async () => {
    await addKey()
    await openKeys()
    await page.getByRole('button', { name: 'Remove key of Krea' }).click()
    await keyOf('Krea').getByText('No key').waitFor()
    await openPicker()
    await page.getByRole('combobox').fill('Krea 2')
    await expect.poll(() => option('Krea 2').getAttribute('aria-disabled')).toBe('true')
  })
})
