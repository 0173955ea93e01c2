import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RequestSeriesInput, SeriesShape } from '#contract/cards/series.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { chip, expectFocused, generationFor, go, openByKey, promptField } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { namedReference } from '#web/testing/fake-words.ts'

const projectId = uuid(1)
const models = listedModels()
const several = page.getByRole('dialog', { name: 'Make several' })
const rerun = page.getByRole('dialog', { name: 'Run this branch again' })
const root = completedGeneration(2, { prompt: 'a lake at dawn' })
const child = completedGeneration(10, {
  prompt: 'as a woodcut',
  parentGenerationId: root.id,
  parentImageId: root.images[1]?.id ?? null,
  branchKind: 'remix',
  canvasY: 10_500,
})
const places = () => document.querySelectorAll('.placeholder-card').length

/** The series as the server has it at first: no card is made yet. */
const seriesFor = ({ kind, steps }: RequestSeriesInput): SeriesShape => ({
  id: uuid(500),
  projectId,
  kind,
  hidesNames: false,
  winnerImageId: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  steps: steps.map(({ prompt, canvasX, canvasY, dependsOn, repeats }) => ({
    status: 'waiting',
    message: null,
    dependsOn: dependsOn ?? null,
    generationId: null,
    repeats: repeats ?? null,
    prompt: prompt ?? '',
    model: 'Sketch',
    canvasX,
    canvasY,
    price: 0,
  })),
})

describe('a prompt with variations', () => {
  const prompt = 'a {red|blue} door in a white wall'
  const open = async () => {
    const server = await openApp('/image', {
      account: { models },
      replies: { series: { request: seriesFor } },
    })
    await promptField.fill(prompt)
    return server
  }

  it('is counted before Go, kept over a reload, and sent as a grid, each card with its words', async () => {
    const { requests } = await open()
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 2 cards · 8 images · Free')
    await chip('Several').click()
    await several.getByRole('checkbox', { name: '1:1' }).click()
    await several.getByRole('checkbox', { name: '16:9' }).click()
    await expect.element(several.getByText('4 cards')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectFocused(chip('Several: 4 cards'))
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 4 cards · 16 images · Free')
    await reloadApp()
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 4 cards · 16 images · Free')
    await promptField.fill('a {red|blue|green|grey|white} {door|gate|wall|well}')
    await expect.element(go).toHaveAttribute('aria-description', 'That would be 40 cards; 36 at once is the most.')
    await promptField.fill(prompt)
    await go.click()
    const asked = () => requests.find(({ path }) => path === '/api/series')?.body as RequestSeriesInput | undefined
    await expect.poll(() => asked()?.kind).toBe('grid')
    expect(
      asked()
        ?.steps.map(({ prompt, aspectRatio }) => `${prompt} ${aspectRatio}`)
        .sort(),
    ).toEqual(
      ['blue', 'red'].flatMap((color) => ['16:9', '1:1'].map((ratio) => `a ${color} door in a white wall ${ratio}`)),
    )
    await expect.poll(() => location.pathname).toBe(`/project/${projectId}`)
  })

  it('is chosen on a phone as well', async () => {
    await page.viewport(390, 844)
    await open()
    await promptField.fill('a door')
    await chip('Several').click()
    await several.getByText('16:9').click()
    await several.getByText('1:1').click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(go).toHaveAttribute('aria-label', 'Go, 2 cards · 8 images · Free')
  })
})

describe('a re-run branch', () => {
  const open = async (request: (input: RequestSeriesInput) => SeriesShape = seriesFor) => {
    const keys: (string | null)[] = []
    const asked: RequestSeriesInput[] = []
    const server = await openApp(`/project/${projectId}?card=${root.id}`, {
      account: { models, generations: [root, child] },
      plain: {
        async 'POST /api/series'(call) {
          const input: RequestSeriesInput = await call.json()
          keys.push(input.id ?? null)
          asked.push(input)
          return Response.json(request(input), { status: 202 })
        },
      },
    })
    await openByKey(root.id, 'r', rerun)
    return { ...server, keys, asked }
  }
  const words = rerun.getByRole('textbox')

  it('gets another prompt at its root, with a preview of its cards first', async () => {
    const { asked } = await open()
    await expect.element(rerun.getByText('2 cards will be made again')).toBeVisible()
    await expect.poll(places).toBe(2)
    await words.fill('a lake at noon')
    await expectNoViolations()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]).toMatchObject({
      kind: 'rerun',
      projectId,
      steps: [
        { prompt: 'a lake at noon', repeats: root.id },
        { prompt: 'as a woodcut', repeats: child.id, dependsOn: 0, parentImagePlace: 1 },
      ],
    })
    await expect.element(rerun).not.toBeInTheDocument()
  })

  it('has its panel and its prompt again where the request was lost, and is sent with the same key', async () => {
    let isLost = true
    const { keys } = await open((input) => {
      if (isLost) throw new TypeError('Failed to fetch')
      return seriesFor(input)
    })
    await words.fill('a lake at noon')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => keys.length).toBe(1)
    await expect.element(words).toHaveValue('a lake at noon')
    isLost = false
    await words.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    await expect.element(rerun).not.toBeInTheDocument()
  })

  it('keeps its panel open when Escape closes the list of models', async () => {
    await open()
    await words.fill('a lake in the rain')
    await rerun.getByRole('button', { name: /^Model/ }).click()
    const options = page.getByRole('option').or(page.getByRole('menuitemradio'))
    await expect.element(options.first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(options.first()).not.toBeInTheDocument()
    await expect.element(words).toHaveValue('a lake in the rain')
  })
})

describe('more like a card', () => {
  it('has the same settings and another seed beside it, and is asked for once where its reply was lost', async () => {
    const keys: (string | null)[] = []
    const asked: Partial<GenerationShape>[] = []
    let isLost = true
    await openApp(`/project/${projectId}?card=${root.id}`, {
      account: { models, generations: [root] },
      plain: {
        async 'POST /api/generations'(call) {
          const input: Partial<GenerationShape> = await call.json()
          keys.push(input.id ?? null)
          asked.push(input)
          return isLost ? lostConnection() : Response.json(generationFor(root), { status: 202 })
        },
      },
    })
    const card = () => document.querySelector<HTMLElement>(`[data-card="${root.id}"]`)
    await openByKey(root.id, 'g', page.getByText('Not done'))
    expect(asked[0]).toMatchObject({ prompt: root.prompt, aspectRatio: '1:1', projectId })
    expect(asked[0]).not.toHaveProperty('parentGenerationId', expect.any(String))
    expect(asked[0]).not.toHaveProperty('seed', expect.any(Number))
    isLost = false
    card()?.focus()
    await userEvent.keyboard('g')
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    await expect.poll(() => document.querySelectorAll('[data-awaited]').length).toBe(0)
  })

  it('sends the newest version of its references, which are read first, and no pictures of the older one', async () => {
    const older = namedReference().versions
    const newest = { ...older[0], id: uuid(821), imageIds: [uuid(21)] } as (typeof older)[number]
    const sent = { references: [{ name: 'anna', versionId: uuid(820) }], imagePrompts: [uuid(90), uuid(20)] }
    const card = completedGeneration(2, { prompt: '@anna at dawn', ...sent })
    const server = await openApp(`/project/${projectId}?card=${root.id}`, {
      account: { models, generations: [card], references: [namedReference({ versions: [newest, ...older] })] },
      replies: { generations: { request: () => refuse('unavailable') } },
    })
    await openByKey(card.id, 'g', page.getByText('Not done'))
    const asked = server.requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')
    expect(asked?.body).toMatchObject({ prompt: '@anna at dawn', imagePrompts: [uuid(90)], styleReferences: [] })
  })

  it('opens the plans on this page where credits are missing', async () => {
    const server = await openApp(`/project/${projectId}`, {
      account: { models, generations: [root] },
      replies: { generations: { request: () => refuse('out-of-credits', { data: { missing: 300 } }) } },
    })
    await openByKey(root.id, 'g', page.getByRole('button', { name: 'See plans' }))
    await page.getByRole('button', { name: 'See plans' }).first().click()
    await expect.poll(() => location.pathname).toBe('/pricing')
    expect(server.requests.length).toBeGreaterThan(0)
  })
})
