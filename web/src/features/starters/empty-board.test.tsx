import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { boardReply, completedGeneration } from '#web/testing/fake-account.ts'
import { onScreen } from '#web/testing/fake-board.ts'
import { middleOf, mouse } from '#web/testing/hands.ts'

const projectId = uuid(1)
const starters = page.getByRole('list', { name: 'Boards to begin with' })
const farAway = {
  projectId,
  zoomLevel: 0.34,
  panX: -3_328,
  panY: -3_216,
  lastViewedGenerationId: null,
  updatedAt: '2026-11-25T10:00:00.000Z',
}
const openEmpty = (replies: Parameters<typeof openApp>[1] = {}) =>
  openApp(`/project/${projectId}`, { account: { generations: [] }, ...replies })

describe('an empty board', () => {
  it('offers six boards with their pictures, says who painted them, and leaves room for the prompt bar', async () => {
    await openEmpty()
    await expect.element(starters).toBeVisible()
    expect(starters.getByRole('button').elements()).toHaveLength(6)
    await expect.element(page.getByText('painted by Sketch, the built-in painter')).toBeVisible()
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.starter img')]
    await expect.poll(() => pictures.filter(({ naturalWidth }) => naturalWidth > 0).length).toBe(24)
    const { bottom = 0 } = document.querySelector('.empty-board')?.getBoundingClientRect() ?? {}
    expect(innerHeight - bottom).toBe(120)
    await expectNoViolations()
  })

  it('opens a copy of a board with one press', async () => {
    const copy = project({ id: uuid(7), title: 'A vase in four glazes' })
    const { requests } = await openEmpty({
      account: { generations: [], projects: [project({ id: projectId }), copy] },
      replies: { starters: { open: () => copy } },
    })
    await starters.getByRole('button', { name: /^A vase in four glazes/ }).click()
    await expect.poll(() => location.pathname).toBe(`/project/${copy.id}`)
    expect(requests.filter(({ path }) => path.startsWith('/api/starters/')).map(({ path }) => path)).toEqual([
      '/api/starters/a-vase-in-four-glazes',
    ])
  })

  it('takes a double click for one press, also where the first has been answered before the second', async () => {
    const { requests } = await openEmpty({
      plain: {
        'POST /api/starters/*': () =>
          Response.json({ code: 'too-large', message: 'You have 3 projects, which is the most.' }, { status: 413 }),
      },
    })
    const asked = () => requests.map(({ path }) => path).filter((path) => path.startsWith('/api/starters/'))
    const vase = starters.getByRole('button', { name: /^A vase in four glazes/ })
    await expect.element(vase).toBeVisible()
    await mouse.press(middleOf(vase))
    await expect.element(page.getByText('You have 3 projects, which is the most.')).toBeVisible()
    await expect.element(vase).toBeEnabled()
    await mouse.press(middleOf(vase), { clickCount: 2 })
    const other = starters.getByRole('button').filter({ hasNotText: 'A vase in four glazes' }).first()
    await mouse.press(middleOf(other))
    await expect.poll(() => asked().length).toBe(2)
    expect(new Set(asked()).size).toBe(2)
  })

  it.each([
    [1440, 900],
    [390, 844],
  ] as const)(
    'opens the copy with all of it in view, whatever view its file has, at %d × %d',
    async (width, height) => {
      await page.viewport(width, height)
      const copy = project({ id: uuid(7), title: 'A vase in four glazes' })
      const cards = [
        completedGeneration(2, { projectId: copy.id }),
        completedGeneration(3, { projectId: copy.id, canvasX: 10_900, canvasY: 10_450 }),
      ]
      const notes = [{ id: uuid(8), text: 'The same still life', x: 10_000, y: 9_700 }]
      await openEmpty({
        account: { generations: [], projects: [project({ id: projectId }), copy] },
        replies: { starters: { open: () => copy }, projects: { canvasState: () => farAway } },
        plain: {
          'GET /api/projects/*/board': ({ url }) =>
            url.includes(copy.id) ? boardReply(copy.id, cards, { notes }) : boardReply(projectId, []),
        },
      })
      await starters.getByRole('button', { name: /^A vase in four glazes/ }).click()
      await expect.poll(() => document.querySelectorAll('[role="treeitem"]').length).toBeGreaterThan(0)
      const [start, end] = [onScreen({ x: 10_000, y: 9_700 }), onScreen({ x: 11_700, y: 10_790 })]
      // The middle of what the header, the dock, the bars below and the minimap above them leave free.
      const free =
        width < 640
          ? { x: width / 2, y: (76 + height - 88) / 2 }
          : { x: (68 + width - 252) / 2, y: (76 + height - 88) / 2 }
      expect([(start.x + end.x) / 2, (start.y + end.y) / 2].map(Math.round)).toEqual([free.x, free.y])
      expect(Math.min(start.x, start.y, width - end.x, height - end.y)).toBeGreaterThan(30)
      await page.viewport(1440, 900)
    },
  )

  it('says why a board was not opened, and stays', async () => {
    await openEmpty({
      plain: {
        'POST /api/starters/*': () =>
          Response.json({ code: 'too-large', message: 'You have 3 projects, which is the most.' }, { status: 413 }),
      },
    })
    await starters.getByRole('button').first().click()
    await expect.element(page.getByText('You have 3 projects, which is the most.')).toBeVisible()
    expect(location.pathname).toBe(`/project/${projectId}`)
  })

  it('offers no boards once it had a card', async () => {
    const item = {
      generationId: uuid(3),
      projectId,
      prompt: 'a fig tree',
      deletedAt: '2026-11-21T10:00:00.000Z',
      expiresAt: '2026-12-21T10:00:00.000Z',
      cardCount: 1,
      imageCount: 4,
      thumbnailImageId: null,
    }
    const { requests } = await openEmpty({ replies: { trash: { list: () => ({ items: [item], nextCursor: null }) } } })
    await expect.poll(() => requests.some(({ path }) => path.startsWith('/api/trash'))).toBe(true)
    await expect.element(page.getByText('Nothing planted yet')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
    await expect.element(starters).not.toBeInTheDocument()
  })
})

describe('a board with a card', () => {
  it('offers none', async () => {
    await openApp(`/project/${projectId}`, { account: { generations: [completedGeneration(2)] } })
    await expect.poll(() => document.querySelector('[data-card]')).not.toBeNull()
    await expect.element(starters).not.toBeInTheDocument()
  })
})
