import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { attached, chip, chooseModel, connectModel, dialog, go, pictureFile, promptField } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount, openPage, signUp, takePlan } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ app, browser, context, page } = journey)
  // For sizes beyond 1K.
  await takePlan(context, app.url, 'basic')
  await boardOf(context, app.url).make({ prompt: 'pears on a sill', model: 'Sketch', aspectRatio: '1:1' })
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
  await page.goto('/image')
  await promptField(page).waitFor()
})

const askedFor = () => page.waitForRequest((request) => request.url().endsWith('/api/generations'))
const upload = async (chipName: string, ...names: string[]) => {
  await chip(page, chipName).click()
  await page.locator('input[type=file]').setInputFiles(await Promise.all(names.map(pictureFile)))
  await dialog(page, chipName).waitFor({ state: 'detached' })
}

describe('Go on the image page', () => {
  it('can be pressed when something is written, and says before why not, and then what it costs', async () => {
    await expect.poll(() => go(page).getAttribute('aria-description')).toBe('Please enter a prompt')
    await promptField(page).press('Control+Enter')
    await page.getByText('Please enter a prompt').first().waitFor()
    await promptField(page).fill('a fig tree')
    expect(await go(page).getAttribute('aria-disabled')).toBeNull()
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 images')
    await connectModel(page, 'ChatGPT Image')
    await page.reload()
    await chooseModel(page, 'ChatGPT Image')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 images · 32.00 credits')
  })

  it('keeps everything where the server refuses, and does not make a lost request twice', async () => {
    await promptField(page).fill('a fig tree')
    const keys: (string | undefined)[] = []
    await page.route('**/api/generations', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.abort()
    })
    await go(page).click()
    await page.getByText('Failed to generate images').waitFor()
    await go(page).click()
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBe(keys[1])
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
  })
})

describe('a draft', () => {
  it('survives a reload with its text, its settings and what is attached', async () => {
    await promptField(page).fill('a fig tree')
    await chip(page, /^Resolution/).click()
    await upload('Image prompt', 'garden.png')
    await page.reload()
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
    await page.getByRole('button', { name: 'Resolution: 2K' }).waitFor()
    await expect.poll(() => attached(page)).toEqual(['Prompt 1 garden.png'])
  })

  it('is nobody else’s', async () => {
    await promptField(page).fill('a secret garden')
    const other = await browser.newContext({ ...desktop, baseURL: app.url })
    await signUp(await openPage(other), app.url, newAccount('Noor'))
    const cookies = await other.cookies()
    const mine = await context.cookies()
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto('/image')
    await expect.poll(() => promptField(page).inputValue()).toBe('')
    await context.clearCookies()
    await context.addCookies(mine)
    await page.goto('/image')
    await expect.poll(() => promptField(page).inputValue()).toBe('a secret garden')
    await other.close()
  })
})

describe('what is attached', () => {
  it('is sent: a style, pictures for what they show, pictures for their look', async () => {
    await chip(page, 'Style').click()
    await dialog(page, 'Style')
      .getByRole('button', { name: /^Pine Block/ })
      .click()
    await dialog(page, 'Style').getByRole('button', { name: 'Add Style' }).click()
    await upload('Image prompt', 'garden.png', 'wall.png')
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
    await upload('Image prompt', 'garden.png')
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

describe('inspirations', () => {
  it('begin a prompt, and follow after a comma', async () => {
    await page.getByRole('button', { name: 'A fox in tall autumn grass, low sun, watercolour' }).click()
    await page.getByRole('button', { name: /^Pine ridges/ }).click()
    expect(await promptField(page).inputValue()).toBe(
      'A fox in tall autumn grass, low sun, watercolour, Pine ridges either side of a red sun, mist in the valley, risograph grain',
    )
    await expect
      .poll(() => page.getByRole('complementary', { name: 'Prompt Inspirations' }).getByRole('listitem').count())
      .toBe(7)
  })

  it('stay hidden once they are', async () => {
    await page.getByRole('button', { name: 'Hide Prompt Inspirations' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show Prompt Inspirations' }).click()
    await page.getByRole('button', { name: /^Pine ridges/ }).waitFor()
  })
})

describe('prices in the model picker', () => {
  it('mark the models of which four images cost more than the person has', async () => {
    await page.route('**/api/credits', (route) =>
      route.fulfill({ json: { available: 1_000, held: 0, sources: [], plan: 'basic', usedPercent: 99 } }),
    )
    await page.reload()
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^ChatGPT Image Not connected.*More than you have/ }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: /^Gemini AI.*More than you have/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })
})

describe('a picture’s settings', () => {
  it('show the ratio to scale with its pixels, and take the one that is pressed', async () => {
    await chip(page, /^Resolution/).click()
    await chip(page, 'Aspect ratio: 2:3').click()
    const ratios = dialog(page, 'Select Aspect Ratio')
    await ratios.getByText('1664 × 2496 pixels at 2K').waitFor()
    await ratios.getByRole('radio', { name: /^16:9/ }).hover()
    await ratios.getByText('Video covers, desktops and presentations.').waitFor()
    await ratios.getByRole('radio', { name: /^16:9/ }).click()
    await ratios.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Aspect ratio: 16:9' }).waitFor()
  })

  it('stay at 1K on the free plan, and say why', async () => {
    const free = await browser.newContext({ ...desktop, baseURL: app.url })
    const other = await openPage(free)
    await signUp(other, app.url, newAccount('Bea'))
    await other.goto('/image')
    await expect
      .poll(() => chip(other, /^Resolution/).getAttribute('aria-description'))
      .toMatch(/^Free makes pictures of up to 1024 × 1024 pixels/)
    await chip(other, /^Resolution/).click({ force: true })
    await other.getByRole('button', { name: 'Resolution: 1K' }).waitFor()
    await free.close()
  })

  it('go round the resolutions, and take raw where the model has it', async () => {
    for (const next of ['2K', '4K', '1K']) {
      await chip(page, /^Resolution/).click()
      await page.getByRole('button', { name: `Resolution: ${next}` }).waitFor()
    }
    await expect.poll(() => chip(page, 'Raw').getAttribute('aria-description')).toBe('Sketch has no raw mode.')
    await connectModel(page, 'Flux 1.1 Pro')
    await page.reload()
    await chooseModel(page, 'Flux 1.1 Pro')
    await chip(page, 'Raw').click()
    await expect.poll(() => chip(page, 'Raw').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the model picker', () => {
  it('opens on the model that is chosen', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^Sketch/, selected: true }).waitFor({ timeout: 5_000 })
    await page.keyboard.press('Escape')
  })

  it('opens while the pointer is there, and closes 200 ms after it has left', async () => {
    await page.getByRole('button', { name: /^Model:/ }).hover()
    const models = page.getByRole('listbox', { name: 'Choose a model' })
    await models.waitFor()
    await expect.poll(() => models.getByRole('option').count()).toBe(19)
    await expect.poll(() => models.getByRole('group').count()).toBe(8)
    await page.mouse.move(700, 200)
    await models.waitFor({ state: 'detached' })
  })

  it('says what a model needs that is not connected, and leads to the page that tells more', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^Runway Gen-4/ }).click({ force: true })
    await page.getByRole('link', { name: 'How to connect models' }).last().click()
    await page.waitForURL(/\/connect-models$/)
    await page.getByText('RUNWAYML_API_SECRET').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(8)
  })
})

describe('the rail', () => {
  it('shows after 700 ms what a project began with, and opens it', async () => {
    const thumbnail = page.getByRole('link', { name: 'pears on a sill' })
    await thumbnail.hover()
    await page
      .getByText(new Date().toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }))
      .waitFor()
    await thumbnail.click()
    await page.waitForURL(/\/project\//)
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
