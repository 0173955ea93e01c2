import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  attached,
  chip,
  chooseModel,
  connectModel,
  dialog,
  go,
  pictureFile,
  promptField,
  uploadPictures,
} from './support/composer.ts'
import { openComposerJourney, openFreshImagePage } from './support/composer-journey.ts'
import type { Journey } from './support/journey.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openComposerJourney()
  page = journey.page
})
afterAll(() => journey.close())
beforeEach(() => openFreshImagePage(page))

const askedFor = () => page.waitForRequest((request) => request.url().endsWith('/api/generations'))

describe('what is attached', () => {
  it('is sent: a style, pictures for what they show, pictures for their look', async () => {
    await chip(page, 'Style').click()
    await dialog(page, 'Style')
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await dialog(page, 'Style').getByRole('button', { name: 'Add Style' }).click()
    await uploadPictures(page, 'Image prompt', 'garden.png', 'wall.png')
    await chip(page, 'Image style').click()
    await page.getByRole('button', { name: 'Attach “pears on a sill”, image 2' }).click()
    expect(await attached(page)).toEqual([
      'Style 1 Pine Block',
      'Prompt 1 garden.png',
      'Prompt 2 wall.png',
      'Style 2 pears on a sill',
    ])
    await page.getByRole('button', { name: 'Remove Prompt 1' }).click()
    expect(await attached(page)).toHaveLength(3)
    await promptField(page).fill('a fig tree')
    const asked = askedFor()
    await go(page).click()
    expect((await asked).postDataJSON()).toMatchObject({
      style: expect.any(String),
      imagePrompts: [expect.any(String)],
      styleReferences: [expect.any(String)],
    })
    await page.waitForURL(/\/project\//)
    await page.goto('/image')
    // What it shows is done with; how it looks stays.
    await expect.poll(() => attached(page)).toEqual(['Style 1 Pine Block', 'Style 2 pears on a sill'])
  })

  it('stays when the model can not take it, marked and with the reason, and is not sent', async () => {
    await connectModel(page, 'Flux Schnell')
    await page.reload()
    await uploadPictures(page, 'Image prompt', 'garden.png')
    await chooseModel(page, 'Flux Schnell')
    await page.getByText('Flux Schnell takes no reference pictures. Prompt 1 stays here and is not sent.').waitFor()
    expect(await attached(page)).toEqual(['Prompt 1 Not sent'])
    expect(await chip(page, 'Image prompt').getAttribute('aria-description')).toBe(
      'Flux Schnell takes no reference pictures.',
    )
    await promptField(page).fill('a fig tree')
    const asked = askedFor()
    await page.route('**/api/generations', (route) => route.abort())
    await go(page).click()
    expect((await asked).postDataJSON()).not.toHaveProperty('imagePrompts')
    await chooseModel(page, 'Sketch')
    expect(await attached(page)).toEqual(['Prompt 1 garden.png'])
  })
})

describe('the dialog for pictures', () => {
  it('says why a file is refused, and takes another one', async () => {
    await chip(page, 'Image prompt').click()
    const files = dialog(page, 'Image prompt')
    await files.getByText('Upload an image to apply its look to your generation').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('just words') })
    const reason = (await files.getByRole('alert').textContent()) ?? ''
    expect(reason.length).toBeGreaterThan(10)
    await files.getByRole('button', { name: 'Dismiss notes.png' }).click()
    await expect.poll(() => files.getByRole('alert').count()).toBe(0)
    await page.locator('input[type=file]').setInputFiles(await pictureFile('wall.png'))
    await files.waitFor({ state: 'detached' })
    expect(await attached(page)).toEqual(['Prompt 1 wall.png'])
  })

  it('refuses what is too large before it is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/uploads')) sent.push(request.url())
    })
    await chip(page, 'Image prompt').click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(20_000_001) })
    await page.getByText('The file is larger than 20 MB.').waitFor()
    expect(sent).toEqual([])
  })

  it('takes what is dropped on the prompt and what is pasted into it', async () => {
    for (const kind of ['drop', 'paste'] as const) {
      const { buffer } = await pictureFile('x.png')
      const given = { kind, name: `${kind}ped.png`, bytes: [...buffer] }
      await promptField(page).evaluate((field, { kind: how, name, bytes }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          how === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
        )
      }, given)
      await page.getByText(`${kind}ped.png`).first().waitFor()
      await dialog(page, 'Image prompt').waitFor({ state: 'detached' })
    }
    expect(await attached(page)).toEqual(['Prompt 1 dropped.png', 'Prompt 2 pasteped.png'])
  })

  it('leads to the assets page, and what is chosen there comes back with the person', async () => {
    await promptField(page).fill('a fig tree')
    await chip(page, 'Image style').click()
    await dialog(page, 'Image style').getByRole('button', { name: 'Select asset' }).click()
    await page.getByRole('heading', { name: 'Choose pictures whose look you want' }).waitFor()
    const prompts: string[] = []
    for (const place of [0, 1]) {
      const asset = page.locator('[data-asset]').nth(place)
      prompts.push((await asset.locator('img').getAttribute('alt')) ?? '')
      await asset.click()
    }
    await page.getByRole('button', { name: 'Use 2 pictures' }).click()
    await page.waitForURL('**/image')
    const names = prompts.map((prompt, index) => `Style ${index + 1} ${prompt}`)
    await expect.poll(() => attached(page).catch(() => [])).toEqual(names)
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
