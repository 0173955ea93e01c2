import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { userStorage } from '#web/data/storage/current-storage.ts'
import { expectNoViolationsInBothThemes, expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import {
  attached,
  chip,
  chooseModel,
  dialog,
  focus,
  generationFor,
  go,
  promptField,
  uploadPictures,
} from '#web/testing/composer.ts'
import { user } from '#web/testing/fake-account.ts'
import { listedModels, listedStyles } from '#web/testing/fake-catalogue.ts'
import { refuse } from '#web/testing/fake-server.ts'
import { pricedModels } from '#web/testing/lake-cards.ts'

const models = listedModels('ChatGPT Image', 'Flux 1.1 Pro')
const open = () => openApp('/image', { account: { models, plan: 'basic' } })

describe('Go on the image page', () => {
  it('is enabled when there is a prompt, and shows the reason before and the price then', async () => {
    await open()
    await expect.element(go).toHaveAttribute('aria-description', 'Please enter a prompt')
    await promptField.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expectText('Please enter a prompt')
    await promptField.fill('a fig tree')
    await expect.element(go).not.toHaveAttribute('aria-disabled')
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 4 images · Free')
    await chooseModel('ChatGPT Image')
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 4 images · 32.00 credits')
  })

  it('counts the cards of a series over two axes, and shows their price before', async () => {
    await openApp('/image', { account: { models: pricedModels } })
    await promptField.fill('a {red|blue} door')
    await chip('Several').click()
    for (const ratio of ['1:1', '16:9'])
      await dialog('Make several').getByRole('checkbox', { name: ratio, exact: true }).click({ force: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 4 cards · 16 images · 16.00 credits')
  })

  it('keeps everything where the request is lost, and repeats it with the same id', async () => {
    const keys: (string | null)[] = []
    await openApp('/image', {
      plain: {
        'POST /api/generations': async (call) => {
          keys.push((await call.json()).id)
          throw new TypeError('Failed to fetch')
        },
      },
    })
    await promptField.fill('a fig tree')
    await go.click()
    await expectText('Failed to generate images')
    await go.click()
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[0]).toBe(keys[1])
    await expect.element(promptField).toHaveValue('a fig tree')
  })
})

describe('Go with too few credits', () => {
  it('makes nothing, says how many are missing, keeps the prompt and leads to the plans', async () => {
    await openApp('/image', {
      replies: { generations: { request: () => refuse('out-of-credits', { data: { missing: 9_000 } }) } },
    })
    await promptField.fill('One too many')
    await go.click()
    await expectText('90.00 credits are missing. Nothing was made, and nothing was charged.')
    expect(location.pathname).toBe('/image')
    await expect.element(promptField).toHaveValue('One too many')
    await expectNoViolationsInBothThemes()
    await page.getByRole('button', { name: 'See plans' }).click()
    await expect.poll(() => location.pathname).toBe('/pricing')
  })
})

describe('a draft', () => {
  it('clears the sent draft where the user leaves the page before the project opens', async () => {
    const { requests } = await openApp('/image', { replies: { generations: { request: generationFor } } })
    await promptField.fill('a plum tree')
    await go.click()
    await expect.poll(() => requests.map(({ path }) => path)).toContain('/api/generations')
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await expect.element(promptField).not.toBeInTheDocument()
    expect(userStorage.read('draft')).toMatchObject({ prompt: '' })
  })

  it('survives a reload with its text, its settings and its attachments', async () => {
    await open()
    await promptField.fill('a fig tree')
    await chip(/^Resolution/).click()
    await uploadPictures('Image prompt', 'garden.png')
    await reloadApp()
    await expect.element(promptField).toHaveValue('a fig tree')
    await expect.element(page.getByRole('button', { name: 'Resolution: 2K' })).toBeVisible()
    await expect.poll(attached).toEqual(['Prompt 1 garden.png'])
  })

  it('leaves its style and its ratio for the next prompt, also on a phone', async () => {
    await page.viewport(390, 844)
    const { requests } = await openApp('/image', {
      account: { models, styles: listedStyles, plan: 'basic' },
      replies: { generations: { request: generationFor } },
    })
    await chip('Style').click()
    await page.getByRole('button', { name: /^Pine Block/ }).click()
    await page.getByRole('button', { name: 'Add Style' }).click()
    await uploadPictures('Image prompt', 'wall.png')
    await promptField.fill('a small cabin')
    expect(attached()).toEqual(['Style 1 Pine Block', 'Prompt 1 wall.png'])
    await chip(/^Aspect ratio/).click()
    await page.getByRole('radio', { name: /^1:1/ }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await go.click()
    const asked = () => requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')?.body
    await expect
      .poll(asked)
      .toMatchObject({ style: expect.any(String), imagePrompts: [expect.any(String)], aspectRatio: '1:1' })
    await expect.poll(() => location.pathname).toMatch(/^\/project\//)
    await reloadApp('/image')
    await expect.poll(attached).toEqual(['Style 1 Pine Block'])
    await expect.element(page.getByRole('button', { name: 'Aspect ratio: 1:1' })).toBeVisible()
    await expect.element(promptField).toHaveValue('')
  })

  it('is hidden from another account in the same browser, and restored for its own', async () => {
    const server = await open()
    const signInAs = (id: string) =>
      server.replyPlain({
        'GET /api/auth/get-session': () => Response.json({ session: { id }, user: { ...user, id } }),
      })
    await promptField.fill('a secret garden')
    signInAs('00000000-0000-4000-8000-000000000901')
    await reloadApp()
    await expect.element(promptField).toHaveValue('')
    signInAs(user.id)
    await reloadApp()
    await expect.element(promptField).toHaveValue('a secret garden')
  })
})

describe('the inspirations', () => {
  it('start a prompt, and are appended after a comma', async () => {
    await open()
    await page.getByRole('button', { name: 'A fox in tall autumn grass, low sun, watercolour' }).click()
    await page.getByRole('button', { name: /^Pine ridges/ }).click()
    await expect
      .element(promptField)
      .toHaveValue(
        'A fox in tall autumn grass, low sun, watercolour, Pine ridges either side of a red sun, mist in the valley, risograph grain',
      )
    const list = page.getByRole('complementary', { name: 'Prompt Inspirations' })
    expect(list.getByRole('listitem').elements()).toHaveLength(7)
  })

  it('can be hidden, and shown again', async () => {
    await open()
    await focus(page.getByRole('button', { name: 'Hide Prompt Inspirations' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: /^Pine ridges/ })).not.toBeInTheDocument()
    expect(userStorage.read('inspirations')).toBe('hidden')
    await focus(page.getByRole('button', { name: 'Show Prompt Inspirations' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: /^Pine ridges/ })).toBeVisible()
  })
})

describe('the settings of an image', () => {
  it('show the ratio to scale with its pixels, and choose the pressed one', async () => {
    await open()
    await chip(/^Resolution/).click()
    await chip('Aspect ratio: 2:3').click()
    const ratios = dialog('Select Aspect Ratio')
    await expect.element(ratios.getByText('1664 × 2496 pixels at 2K')).toBeVisible()
    await ratios.getByRole('radio', { name: /^16:9/ }).hover()
    await expect.element(ratios.getByText('Video covers, desktops and presentations.')).toBeVisible()
    await ratios.getByRole('radio', { name: /^16:9/ }).click()
    await ratios.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByRole('button', { name: 'Aspect ratio: 16:9' })).toBeVisible()
  })

  it('stay at 1K on the free plan, with the reason', async () => {
    await openApp('/image', { account: { models, plan: 'free' } })
    await expect
      .element(chip(/^Resolution/))
      .toHaveAttribute(
        'aria-description',
        'Free makes pictures of up to 1024 × 1024 pixels. Larger ones need a larger plan.',
      )
    await chip(/^Resolution/).click({ force: true })
    await expect.element(page.getByRole('button', { name: 'Resolution: 1K' })).toBeVisible()
  })

  it('cycle through the resolutions, and offer raw where the model has it', async () => {
    await open()
    for (const next of ['2K', '4K', '1K']) {
      await chip(/^Resolution/).click()
      await expect.element(page.getByRole('button', { name: `Resolution: ${next}` })).toBeVisible()
    }
    await expect.element(chip('Raw')).toHaveAttribute('aria-description', 'Sketch has no raw mode.')
    await chooseModel('Flux 1.1 Pro')
    await chip('Raw').click()
    await expect.element(chip('Raw')).toHaveAttribute('aria-pressed', 'true')
  })
})
