import type { Page } from 'playwright-core'
import type { Account } from './seed-account.ts'
import type { Shot } from './shot.ts'

const settleMs = 500
const width = (page: Page) => page.viewportSize()?.width ?? 0
const isPhone = (page: Page) => width(page) < 600

const prompt = 'Espaliered pear tree against a whitewashed wall, first light, long soft shadows, 35 mm film'
const write = (page: Page) => page.getByLabel('Prompt', { exact: true }).fill(prompt)

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForTimeout(settleMs)
}
const openStyles = press('Style')
const openPictures = press('Image prompt')

const viewStyle = async (page: Page) => {
  await openStyles(page)
  await page.locator('.style-tile').nth(2).click()
  await page.waitForTimeout(settleMs)
}

/** Attaches a style, and two of the newest images. */
const attach = async (page: Page) => {
  await viewStyle(page)
  await press('Add Style')(page)
  for (const chip of ['Image prompt', 'Image style']) {
    await press(chip)(page)
    await page
      .getByRole('button', { name: /^Attach “/ })
      .nth(chip === 'Image style' ? 6 : 0)
      .click()
    await page.waitForTimeout(settleMs)
  }
  await write(page)
}

/** A model that accepts neither styles nor pictures, as the server would list it if its provider were connected. */
const withPlainModel = async (page: Page) =>
  void (await page.route('**/api/models', async (route) => {
    const reply = await route.fetch()
    const { items, nextCursor } = (await reply.json()) as { items: { name: string }[]; nextCursor: null }
    const connected = items.map((model) =>
      model.name === 'Flux Schnell' ? { ...model, isAvailable: true, missing: null } : model,
    )
    await route.fulfill({ json: { items: connected, nextCursor } })
  }))

const chooseModel = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('combobox').fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.waitForTimeout(settleMs)
}

/** Answers each upload in turn with one of these; requests beyond them stay open. */
const withUploads = (answer: 'refused' | 'waiting') => async (page: Page) =>
  void (await page.route('**/api/uploads', (route) =>
    answer === 'waiting'
      ? undefined
      : route.fulfill({
          status: 415,
          json: {
            code: 'unsupported-media',
            message: 'notes.png is no picture that can be read. Use PNG, JPEG, WebP, AVIF or GIF.',
          },
        }),
  ))
const upload = (name: string) => async (page: Page) => {
  await openPictures(page)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.alloc(400_000) })
  await page.waitForTimeout(settleMs)
}

const regular = (name: string, prepare?: Shot['prepare'], path = '/image'): Shot => ({
  name,
  path,
  isSignedIn: 'regular',
  ...(prepare && { prepare }),
})

/** The image page with its dialogs and states. */
export const imageShots = (account: Account): Shot[] => [
  { name: 'image-new', path: '/image', isSignedIn: 'new' },
  regular('image-full', { after: write }, `/image?project=${account.fullProject}`),
  regular('image-attached', { after: attach }),
  regular('image-unsent', {
    before: withPlainModel,
    after: async (page) => {
      await attach(page)
      await chooseModel(page, 'Flux Schnell')
    },
  }),
  regular('image-hidden-inspirations', {
    after: async (page) => {
      if (width(page) >= 1180) await press('Hide Prompt Inspirations')(page)
      else await press('Inspirations')(page)
    },
  }),
  regular('image-picker', {
    after: async (page) => {
      await press(/^Model:/)(page)
      await page.keyboard.press('ArrowUp')
      await page.waitForTimeout(settleMs)
    },
  }),
  regular('image-several', {
    after: async (page) => {
      await page.getByLabel('Prompt', { exact: true }).fill('A {red|blue} door in a white wall')
      await press('Several')(page)
      for (const name of ['Sketch', 'Cut paper', '1:1', '16:9']) {
        const box = page.getByRole('checkbox', { name, exact: true })
        if ((await box.count()) > 0) await box.check()
      }
      await page.waitForTimeout(settleMs)
    },
  }),
  regular('image-ratio', { after: press(/^Aspect ratio/) }),
  regular('image-pictures', { after: openPictures }),
  regular('image-uploading', { before: withUploads('waiting'), after: upload('garden-03.png') }),
  regular('image-refused', { before: withUploads('refused'), after: upload('notes.png') }),
  regular('image-styles', { after: openStyles }),
  regular('image-style', { after: viewStyle }),
  regular('image-styles-searched', {
    after: async (page) => {
      await openStyles(page)
      await page.getByRole('searchbox').fill('nothing like it')
    },
  }),
  regular('image-styles-pinned', {
    after: async (page) => {
      await openStyles(page)
      await page.getByRole('tab', { name: 'Pinned' }).click()
    },
  }),
  regular('image-style-form', {
    after: async (page) => {
      await openStyles(page)
      await page.getByRole('button', { name: /^Create style/ }).click()
      await page.getByRole('button', { name: 'Create style', exact: true }).click()
      await page.waitForTimeout(settleMs)
    },
  }),
  regular('image-projects', {
    after: async (page) => {
      if (isPhone(page)) await page.getByRole('button', { name: 'Projects' }).click()
      else await page.getByRole('link', { name: 'Walled garden' }).hover()
      await page.waitForTimeout(1_200)
    },
  }),
  regular('connect-models', undefined, '/models'),
  regular('models', undefined, '/models?tab=machine'),
]
