import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { openByKey, promptField } from '#web/testing/composer.ts'
import { boardReply, completedGeneration } from '#web/testing/fake-account.ts'
import { lostConnection, type PlainReplies } from '#web/testing/fake-server.ts'

const projectId = uuid(1)
const root = completedGeneration(2)
const cards = () => document.querySelectorAll('[data-card]').length
const card = () => document.querySelector<HTMLElement>(`[data-card="${root.id}"]`)

/** Opens the canvas at a zoom, its card near the top left. */
function lookFrom(zoomLevel: number, plain: PlainReplies = {}) {
  const pan = { panX: 300 - root.canvasX * zoomLevel, panY: 200 - root.canvasY * zoomLevel }
  const view = { projectId, zoomLevel, ...pan, lastViewedGenerationId: null, updatedAt: '2026-11-21T10:00:00.000Z' }
  return openApp(`/project/${projectId}`, {
    plain,
    replies: {
      projects: {
        canvasState: () => view,
        applyChanges: ({ changes }) => ({
          items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })),
          seq: 2,
        }),
      },
      images: { giveFeedback: () => root.images[0] ?? Promise.reject(new Error('The card has no image.')) },
    },
  })
}

/** Records the workers that the page starts, and which of them it ends. */
function watchWorkers() {
  const started: { readonly worker: Worker; isEnded: boolean }[] = []
  const RealWorker = window.Worker
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      readonly #record = { worker: this as Worker, isEnded: false }
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        started.push(this.#record)
      }
      override terminate() {
        this.#record.isEnded = true
        super.terminate()
      }
    },
  )
  return started
}

/** A browser that starts no worker. */
const refuseWorkers = () =>
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new Error('No worker.')
      }
    },
  )

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a canvas that is seen from far', () => {
  it('is painted by the page where its worker does not start', async () => {
    refuseWorkers()
    const picture = new OffscreenCanvas(8, 8)
    picture.getContext('2d')?.fillRect(0, 0, 8, 8)
    const bytes = await picture.convertToBlob()
    await lookFrom(0.2, { 'GET /api/images/*/file': () => new Response(bytes) })
    await expect.poll(() => document.querySelector('.canvas-tiles canvas')).not.toBeNull()
    await expect.poll(() => document.querySelector('.canvas-tiles:not([data-incomplete])')).not.toBeNull()
    expect(cards()).toBe(0)
  })

  it('says so where nothing can paint it, and does not request frames without end', async () => {
    refuseWorkers()
    vi.stubGlobal('OffscreenCanvas', undefined)
    await lookFrom(0.2)
    await expectText('The overview can not be drawn')
    const framesAsked = async () => {
      const ask = window.requestAnimationFrame.bind(window)
      const asked = vi.spyOn(window, 'requestAnimationFrame')
      // Twenty frames of the page's own clock.
      for (let frame = 0; frame < 20; frame++) await new Promise(ask)
      const count = asked.mock.calls.length
      asked.mockRestore()
      return count
    }
    await expect.poll(framesAsked).toBeLessThan(3)
  })
})

describe('the painter of a canvas', () => {
  /** A board that arrives when it is asked to. */
  async function openSlowBoard(finish: () => Response) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    await lookFrom(0.2, { 'GET /api/projects/*/board': () => promise })
    return () => resolve(finish())
  }
  const board = () => boardReply(projectId, [root])

  it('starts while the board is being read, once', async () => {
    const started = watchWorkers()
    const arrive = await openSlowBoard(board)
    await expect.poll(() => started.length).toBe(1)
    arrive()
    await expect.poll(() => document.querySelector('.canvas-tiles:not([data-incomplete]) canvas')).not.toBeNull()
    expect(started.map(({ isEnded }) => isEnded)).toEqual([false])
  })

  it('is another one where that one has failed meanwhile', async () => {
    const started = watchWorkers()
    const arrive = await openSlowBoard(board)
    await expect.poll(() => started.length).toBe(1)
    started[0]?.worker.dispatchEvent(new ErrorEvent('error'))
    arrive()
    await expect.poll(() => document.querySelector('.canvas-tiles:not([data-incomplete]) canvas')).not.toBeNull()
    expect(started).toHaveLength(2)
  })

  it('ends where the board can not be read', async () => {
    const started = watchWorkers()
    const fail = await openSlowBoard(() => Response.json({}, { status: 500 }))
    await expect.poll(() => started.length).toBe(1)
    fail()
    await expect.poll(() => started.map(({ isEnded }) => isEnded)).toEqual([true])
  })
})

describe('a canvas without browser storage', () => {
  it('opens and works', async () => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked)
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(blocked)
    const { requests } = await lookFrom(0.8)
    await expect.poll(card).not.toBeNull()
    card()?.focus()
    await userEvent.keyboard('{Control>}a{/Control}c')
    await expect.poll(() => requests.filter(({ path }) => path.endsWith('/changes')).length).toBe(1)
    await expectText('Saved')
    await userEvent.keyboard('{Control>}z{/Control}n')
    await promptField.fill('a heron')
    await expect.element(promptField).toHaveValue('a heron')
  })
})

describe('a canvas whose browser has no room', () => {
  it('says that changes are not kept, and asks before they are lost', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    await lookFrom(0.8, { 'POST /api/projects/*/changes': lostConnection })
    await expect.poll(card).not.toBeNull()
    card()?.focus()
    await userEvent.keyboard('{Control>}a{/Control}c')
    await expectText('Changes not kept')
    await expectText('This browser can not keep your work')
    const leaving = new Event('beforeunload', { cancelable: true })
    dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
  })
})

describe('announcements', () => {
  it('reach screen readers also from within a dialog', async () => {
    await lookFrom(0.8)
    await expect.poll(card).not.toBeNull()
    card()?.focus()
    await userEvent.keyboard('{Control>}a{/Control}c{Control>}z{/Control}')
    const region = () => document.querySelector('body > [role=status].sr-only')
    await expect.poll(() => region()?.textContent).toMatch(/^Undone/)
    const cull = page.getByRole('dialog', { name: 'Cull' })
    await openByKey(root.id, 'k', cull)
    await expect.element(cull.getByText('1 of 4')).toBeVisible()
    await userEvent.keyboard('1')
    await expect.poll(() => region()?.textContent).toBe('Like, image 1')
    expect(region()?.closest('[aria-hidden="true"], [inert]')).toBeNull()
  })
})
