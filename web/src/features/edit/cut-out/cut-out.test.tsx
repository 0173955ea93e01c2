import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import type { LocalModelShape } from '#contract/models/local-model.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { cutOutNet, localModelsWith } from '#web/testing/fake-local-models.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'
import { asked, button, cardId, draw, editor, image, made, operation } from '#web/testing/image-editor.ts'

const cutOut = (input: RequestGenerationInput) => ({
  ...made(['completed'])({ ...input, prompt: 'Remove background' }),
  executor: 'this-machine',
  price: 0,
})
const storedMask = async () => {
  const stored = { id: uuid(77), width: 1_024, height: 1_024, mediaType: 'image/png', averageColor: '#888888' }
  return Response.json({ ...stored, url: `/api/uploads/${uuid(77)}/file` }, { status: 201 })
}
const finished = editor.getByText(/^Cut out on this machine/)

/** A canvas whose image is in hand. */
async function openCanvas(replies: Replies = {}) {
  const server = await openApp(`/project/${uuid(1)}?card=${cardId}`, {
    plain: { 'POST /api/uploads': storedMask },
    replies: { generations: { request: cutOut }, ...replies },
  })
  await page.getByRole('button', { name: 'Open image 2 of 4' }).first().click()
  return server
}

const pressTool = (name: string) =>
  page.getByRole('toolbar', { name: 'Tools for image 2 of 4' }).getByRole('button', { name }).click()
const removeBackground = () => pressTool('Remove background')

describe("the strip's 'Remove background'", () => {
  it('cuts out at once, on this machine and without a selection', async () => {
    const { requests } = await openCanvas()
    await removeBackground()
    await expect.element(finished).toBeVisible()
    expect(asked(requests)).toMatchObject([
      { parentImageId: image?.id, model: 'this-machine', count: 1, edit: { operation: 'remove-background' } },
    ])
    expect(JSON.stringify(asked(requests))).not.toContain('maskUploadId')
    await expectNoViolationsInBothThemes()
    await button('Done').click()
    await expect.element(editor).not.toBeInTheDocument()
    expect(asked(requests)).toHaveLength(1)
  })

  it('shows the branch on the board', async () => {
    await openCanvas()
    await removeBackground()
    await button('Show').click()
    await expect.element(editor).not.toBeInTheDocument()
    await expect.poll(() => document.querySelector(`[data-card="${uuid(30)}"][data-selected]`)).not.toBeNull()
  })

  it('goes on when it was refused, by a press of Go', async () => {
    const { reply, requests } = await openCanvas({ generations: { request: () => lostConnection() } })
    await removeBackground()
    await expect.element(page.getByText('The edit could not be made').first()).toBeVisible()
    reply({ generations: { request: cutOut } })
    await button(/^Go/).click()
    await expect.element(finished).toBeVisible()
    expect(asked(requests).length).toBeGreaterThan(1)
  })
})

describe('<CutOutResult>', () => {
  it('sends what the brushes corrected as an exact mask of the same image, and closes', async () => {
    const { requests } = await openCanvas()
    await removeBackground()
    await expect.element(finished).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(button('Drop')).toHaveAttribute('aria-pressed', 'true')
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.element(editor.getByText('Done makes a second branch with your corrections.')).toBeVisible()
    await button('Done').click()
    await expect.element(editor).not.toBeInTheDocument()
    expect(asked(requests)[1]).toMatchObject({
      parentImageId: image?.id,
      model: 'this-machine',
      edit: { operation: 'remove-background', maskUploadId: uuid(77), maskUse: 'exact' },
    })
  })

  it('takes strokes back one by one', async () => {
    await openCanvas()
    await removeBackground()
    await expect.element(finished).toBeVisible()
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.element(finished).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(finished).toBeVisible()
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  })

  const corrected = editor.getByText('Done makes a second branch with your corrections.')
  const correct = async () => {
    await removeBackground()
    await expect.element(finished).toBeVisible()
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.element(corrected).toBeVisible()
  }

  it('keeps corrections when the editor is closed, until they are a branch', async () => {
    const { requests } = await openCanvas()
    await correct()
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
    await removeBackground()
    await expect.element(corrected).toBeVisible()
    expect(asked(requests)).toHaveLength(1)
    await button('Done').click()
    await expect.element(editor).not.toBeInTheDocument()
    expect(asked(requests)).toHaveLength(2)
    await removeBackground()
    await expect.element(finished).toBeVisible()
    expect(asked(requests)).toHaveLength(3)
  })

  it('opens for another operation without the corrections, which stay for the cut-out', async () => {
    await openCanvas()
    await correct()
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
    await pressTool('Upscale')
    await expect.element(editor).toBeVisible()
    await expect.element(corrected).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
    await removeBackground()
    await expect.element(corrected).toBeVisible()
  })

  it('keeps corrections while the same is made of other images, and looked at', async () => {
    await openCanvas()
    await correct()
    await button(/^The same change on images 1, 3 and 4/).click()
    await editor.getByText('Image 1', { exact: true }).click()
    await expect.element(button('Accept')).toBeVisible()
    await editor.getByText('Image 2', { exact: true }).click()
    await expect.element(corrected).toBeVisible()
  })

  it('throws the branch away', async () => {
    const { requests } = await openCanvas()
    await removeBackground()
    await button('Discard').click()
    const changes = () =>
      JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body))
    await expect.poll(changes).toContain(`"kind":"delete","generationId":"${uuid(30)}"`)
  })
})

describe('<InstallNet>', () => {
  const half = { doneBytes: 111_000_000, totalBytes: 178_648_008 }
  /** A server on which the net can be installed. */
  function installing() {
    let net = cutOutNet({ kind: 'available' })
    const become = (state: LocalModelShape['state']) => {
      net = cutOutNet(state)
      return net
    }
    const localModels: Replies['localModels'] = {
      list: () => localModelsWith([net]),
      install: () => become({ kind: 'downloading', ...half, bytesPerSecond: 11_300_000, reason: null }),
      pause: () => become({ kind: 'paused', ...half }),
    }
    return { localModels, become }
  }
  const openMissing = async (localModels: Replies['localModels'], more: Replies = {}) => {
    const server = await openCanvas({ localModels: localModels ?? {}, ...more })
    await page.getByRole('toolbar', { name: 'Tools for image 2 of 4' }).getByRole('button', { name: 'Edit' }).click()
    await operation('Remove background').click()
    return server
  }

  it('arms the box, installs in place, and cuts out by itself once the net is there', async () => {
    const { localModels, become } = installing()
    const { requests } = await openMissing(localModels)
    await expect.element(editor.getByText('Paint what stays, or draw a box')).toBeVisible()
    await expect.element(button('Rectangle')).toHaveAttribute('aria-pressed', 'true')
    await expectNoViolationsInBothThemes()
    await button('Install IS-Net, 179 MB, once').click()
    await expect.element(editor.getByText('111 of 179 MB, about 6 s left')).toBeVisible()
    await expectNoViolationsInBothThemes()
    become({ kind: 'installed' })
    await expect.element(finished).toBeVisible()
    expect(asked(requests)).toMatchObject([{ edit: { operation: 'remove-background' } }])
  })

  it('cuts out what is selected on this machine once the net is there, whatever model is the first choice', async () => {
    const { localModels, become } = installing()
    const own = offeredEdits().find((each) => each.operation === 'remove-background')?.executors ?? []
    const priced = { executor: 'Priced', model: 'priced', price: 135, seconds: 10, needsMask: false }
    const offers = offeredEdits({ 'remove-background': { executors: [priced, ...own] } })
    const { requests } = await openMissing(localModels, {
      editOperations: { list: () => ({ items: offers, nextCursor: null }) },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await button('Install IS-Net, 179 MB, once').click()
    await expect.element(editor.getByText('111 of 179 MB, about 6 s left')).toBeVisible()
    become({ kind: 'installed' })
    await expect.poll(() => asked(requests)).toHaveLength(1)
    expect(asked(requests)).toMatchObject([
      { model: 'this-machine', edit: { operation: 'remove-background', maskUploadId: uuid(77) } },
    ])
  })

  it('stops, and is gone on with by the same button', async () => {
    const { localModels } = installing()
    const { requests } = await openMissing(localModels)
    await button('Install IS-Net, 179 MB, once').click()
    await button('Stop').click()
    await expect.element(button('Install IS-Net, 179 MB, once')).toBeVisible()
    await button('Install IS-Net, 179 MB, once').click()
    await expect.element(editor.getByRole('progressbar', { name: /^Install IS-Net/ })).toBeVisible()
    expect(asked(requests)).toEqual([])
  })

  it('says who can install it to others', async () => {
    const net = cutOutNet({ kind: 'available' })
    await openMissing({ list: () => localModelsWith([net], 'other') })
    await expect.element(editor.getByText('The person who runs this server can install IS-Net')).toBeVisible()
    await expect.element(button(/^Install/)).not.toBeInTheDocument()
  })
})
