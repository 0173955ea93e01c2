import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AssetShape } from '#contract/cards/asset.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { assetsOf, completedGeneration } from '#web/testing/fake-account.ts'

const fox = completedGeneration(2, { prompt: 'a red fox in the snow' })
const upright = completedGeneration(3, { prompt: 'an owl by moonlight' })
const owl = {
  ...upright,
  settings: { ...upright.settings, aspectRatio: '2:3' as const },
  images: upright.images.map((each) => ({ ...each, width: 832, height: 1_248 })),
}

const toolbar = page.getByRole('toolbar', { name: 'Selection' })
const select = (prompt: string) => page.getByRole('button', { name: `Select: ${prompt}` })
const filter = (name: string) => page.getByRole('button', { name, exact: true })
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-asset]')]
const expectShown = (count: number) => expect.poll(() => tiles().length).toBe(count)

/** Opens the page of a server that keeps feedback and deletions, and finds by prompt, feedback, ratio and day. */
async function open(path = '/assets') {
  let all: AssetShape[] = assetsOf([owl, fox])
  let deleted: AssetShape[] = []
  const change = (id: string, over: (asset: AssetShape) => AssetShape['feedback']) => {
    all = all.map((each) => (each.id === id ? { ...each, feedback: over(each) } : each))
    const made = [...owl.images, ...fox.images].find((each) => each.id === id) ?? completedGeneration(2).images[0]
    if (!made) throw new Error(`The account has no image ${id}.`)
    return made
  }
  const server = await openApp(path, {
    account: { generations: [owl, fox] },
    replies: {
      assets: {
        list: ({ q = '', feedback, aspectRatio, to }) => ({
          items: all.filter(
            (each) =>
              each.prompt.includes(q) &&
              (feedback === undefined || each.feedback.includes(feedback)) &&
              (aspectRatio === undefined || each.settings.aspectRatio === aspectRatio) &&
              (to === undefined || each.createdAt < to),
          ),
          nextCursor: null,
        }),
      },
      images: {
        giveFeedback: ({ id, feedbackType }) => change(id, ({ feedback }) => [...feedback, feedbackType]),
        removeFeedback: ({ id, feedbackType }) =>
          change(id, ({ feedback }) => feedback.filter((each) => each !== feedbackType)),
      },
      generations: {
        remove({ id }) {
          deleted = all.filter(({ generationId }) => generationId === id)
          all = all.filter(({ generationId }) => generationId !== id)
          return { deleted: 1, ids: [id] }
        },
        restore({ id }) {
          all = [...all, ...deleted]
          return { restored: 1, ids: [id] }
        },
      },
    },
  })
  await expect.poll(() => tiles().length).toBeGreaterThan(0)
  return server
}

describe('the assets', () => {
  it('are found by a part of their prompt, by filters and by day; the address keeps what is asked for', async () => {
    await open()
    await expectShown(8)
    await userEvent.keyboard('/fox')
    await expectShown(4)
    await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe('fox')
    await reloadApp()
    await expectShown(4)
    await filter('Ratio').click()
    await page.getByRole('menuitemradio', { name: '2:3' }).click()
    await expectText('Nothing fits these filters')
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).first().click()
    await expectShown(8)
    await filter('Date').click()
    await page.getByLabelText('To').fill('2020-01-01')
    await expectText('Nothing fits these filters')
    await filter('Any date').click()
    await expectShown(8)
    await userEvent.keyboard('{Escape}')
  })

  it('are shown whole: each as wide as its picture is for its height', async () => {
    await open()
    await expectShown(8)
    const shapes = () =>
      tiles().map((tile) => {
        const { width = 0, height = 1 } = tile.querySelector('img')?.getBoundingClientRect() ?? {}
        return Math.round((width / height) * 50) / 50
      })
    await expect.poll(shapes).toEqual([...Array(4).fill(0.66), ...Array(4).fill(1)])
  })

  it('are liked together, and filtered by likes', async () => {
    await open()
    await select(fox.prompt).first().click()
    await expectText('1 selected')
    await select(owl.prompt).first().click()
    await expectText('2 selected')
    await toolbar.getByRole('button', { name: 'Like' }).click()
    await userEvent.keyboard('{Escape}')
    await filter('Liked').click()
    await expectShown(2)
    await reloadApp()
    await expectShown(2)
    await filter('Liked').click()
    await expectShown(8)
  })

  it('have actions that are named by tooltips where their words have no room', async () => {
    await open()
    await select(fox.prompt).first().click()
    const tooltip = () => document.querySelector('.tooltip:popover-open')?.textContent
    await page.viewport(768, 1024)
    for (const name of ['Download', 'Like', 'Star', 'Show on canvas', 'Delete']) {
      await toolbar.getByRole('button', { name, exact: true }).or(toolbar.getByRole('link', { name })).hover()
      await expect.poll(tooltip).toBe(name)
    }
    await page.viewport(1440, 900)
    await toolbar.getByRole('button', { name: 'Clear selection' }).hover()
    await expect.poll(tooltip).toContain('Clear selection')
    // At once after another tooltip, but for a word that is seen.
    await toolbar.getByRole('button', { name: 'Like' }).hover()
    await expect.poll(tooltip).toBeUndefined()
  })

  it('are compared across cards, and the winner is starred', async () => {
    await open()
    const compare = toolbar.getByRole('button', { name: 'Compare' })
    await select(fox.prompt).first().click()
    await expect.element(compare).toHaveAttribute('aria-description', 'Select two to four images.')
    await select(owl.prompt).first().click()
    await compare.click()
    const dialog = page.getByRole('dialog', { name: 'Compare 2 images' })
    await expect.element(dialog.getByText('2:3')).toBeVisible()
    await dialog.getByRole('button', { name: /^Pick as winner.*B$/ }).click()
    await expect.element(dialog.getByRole('button', { name: /^Winner.*B$/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await filter('Starred').click()
    await expectShown(1)
  })

  it('are downloaded together as one zip, with those between two presses', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { replyPlain, requests } = await open()
    const headers = { 'content-type': 'image/png' }
    replyPlain({ 'GET /api/images/*/file': () => new Response(new Uint8Array(8), { headers }) })
    await select(owl.prompt).first().click()
    await select(owl.prompt)
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await expectText('3 selected')
    await toolbar.getByRole('button', { name: 'Download', exact: true }).click()
    await expectText('Images downloaded successfully')
    expect(saved).toEqual(['images.zip'])
    expect(requests.filter(({ path }) => path.includes('/file?format=png'))).toHaveLength(3)
    click.mockRestore()
  })

  it('open in the lightbox, with a link to their card on the canvas', async () => {
    await open()
    await page
      .getByRole('button', { name: `Open: ${owl.prompt}` })
      .first()
      .click()
    const lightbox = page.getByRole('dialog')
    await expect.element(lightbox.getByText(owl.prompt).first()).toBeVisible()
    await userEvent.keyboard('{ArrowRight}2')
    await expect.element(lightbox.getByRole('button', { name: 'Star', pressed: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(lightbox).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.hasAttribute('data-asset')).toBe(true)
    await userEvent.keyboard('{Enter}')
    await page.getByRole('link', { name: 'Show on canvas' }).click()
    await expect.poll(() => location.pathname + location.search).toBe(`/project/${uuid(1)}?card=${owl.id}`)
    await expect.poll(() => document.querySelector(`[data-card="${owl.id}"]`)).not.toBeNull()
  })

  it('are deleted by card after a confirmation, and restored', async () => {
    await open()
    await select(fox.prompt).first().click()
    await toolbar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this generation and all its branches?' })
    await expect.element(question).toBeVisible()
    await expectNoViolations()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectText('Deleted 1 generation(s) and their branches')
    await expectShown(4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectShown(8)
  })

  it('are selected on a phone: first by the mark, then by a press on the picture', async () => {
    await page.viewport(390, 844)
    await open()
    await select(owl.prompt).first().click()
    await expectText('1 selected')
    const second = () => page.elementLocator(tiles()[1] ?? document.body)
    await second().click()
    await expectText('2 selected')
    await expectNoViolations()
    expect(document.documentElement.scrollWidth).toBe(390)
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await second().click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })
})
