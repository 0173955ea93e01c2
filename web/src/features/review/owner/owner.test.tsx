import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FrameShape } from '#contract/board/board-item.ts'
import type { ShareShape } from '#contract/sharing/share.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'

const openToAll = { grants: 'comment', allowsCopies: true, hasWatermark: false, hasPassphrase: false } as const
const projectId = uuid(1)
const cardId = uuid(2)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** A server that keeps the links of the project. */
function livingLinks(existing: readonly ShareShape[]) {
  let shares = [...existing]
  const replies: NonNullable<Parameters<typeof openApp>[1]>['replies'] = {
    projects: {
      shares: () => ({ items: shares, nextCursor: null }),
      share({ generationId, frameId, showsStarred = false, showsPrompts, expiry }) {
        const made: ShareShape = {
          id: uuid(600 + shares.length),
          projectId,
          generationId: generationId ?? null,
          frameId: frameId ?? null,
          showsStarred,
          showsPrompts,
          ...openToAll,
          expiresAt: expiry === 'never' ? null : '2026-12-21T10:00:00.000Z',
          createdAt: '2026-11-21T10:00:00.000Z',
          visitors: 0,
        }
        shares = [...shares, made]
        return { ...made, address: `/shared#${'A'.repeat(43)}` }
      },
    },
    shares: {
      revoke({ id }) {
        shares = shares.filter((share) => share.id !== id)
        return { deleted: 1, ids: [id] }
      },
    },
  }
  return replies
}

async function open(frames: readonly FrameShape[] = [], links: readonly ShareShape[] = []) {
  const server = await openApp(`/project/${projectId}?card=${cardId}`, {
    replies: livingLinks(links),
    account: { frames },
  })
  await expect.poll(() => document.querySelector(`[data-card="${cardId}"]`)).not.toBeNull()
  return { server }
}
describe('links for review', () => {
  it('are made and copied from the header by one press, and copied again from the list', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => writeText.mockRestore())
    const { server } = await open()
    const share = button('Share for review').element()
    if (share instanceof HTMLElement) share.focus()
    await userEvent.keyboard('{Enter}')
    const sharing = dialog('Share this canvas')
    await expect.element(sharing.getByText('None yet.')).toBeVisible()
    await sharing.getByLabelText('Open for').selectOptions('30-days')
    const make = button('Copy link').element()
    if (make instanceof HTMLElement) make.focus()
    await userEvent.keyboard('{Enter}')
    const address = `${location.origin}/shared#${'A'.repeat(43)}`
    await expect.element(sharing.getByLabelText('Address of the link')).toHaveValue(address)
    await expect.element(sharing.getByText('The whole canvas, with prompts, until')).toBeVisible()
    await expectText('Link copied')
    expect(writeText.mock.calls).toEqual([[address]])
    await sharing.getByRole('button', { name: 'Copy link', exact: true }).click()
    await expect.poll(() => writeText.mock.calls.length).toBe(2)
    expect(server.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/shares'))?.body).toEqual({
      generationId: null,
      expiry: '30-days',
      showsPrompts: true,
    })
    await userEvent.keyboard('{Escape}')
    await expect.element(sharing).not.toBeInTheDocument()
    await button('Share for review').click()
    await expect.element(sharing.getByLabelText('Address of the link')).not.toBeInTheDocument()
    await sharing.getByRole('button', { name: /^Copy link: The whole canvas/ }).click()
    await expect.poll(() => writeText.mock.calls.at(-1)).toEqual([address])
  })

  it('are made for a branch from the menu of its card, and closed', async () => {
    const { server } = await open()
    await page.getByRole('article').click({ button: 'right', position: { x: 30, y: 30 } })
    await page.getByRole('menuitem', { name: 'Share this branch for review' }).click()
    const sharing = dialog('Share this branch')
    await sharing.getByRole('checkbox').click()
    await button('Copy link').click()
    await button(/^Close link: A branch, without prompts, until/).click()
    await expect.element(sharing.getByText('A branch, without prompts')).not.toBeInTheDocument()
    await expect.element(sharing.getByText('None yet.')).toBeVisible()
    expect(server.requests.some(({ method, path }) => method === 'DELETE' && path === `/api/shares/${uuid(600)}`)).toBe(
      true,
    )
  })

  it('are made for a frame and for the starred pictures, which the dialog counts', async () => {
    const frame = { id: uuid(50), title: 'For the cover', x: -500, y: -500, width: 900, height: 900 }
    const { server } = await open([frame])
    await button('Share for review').click()
    await dialog('Share this canvas').getByLabelText('What to share').selectOptions('Frame “For the cover”')
    const sharing = dialog('Share this frame')
    await expect.element(sharing.getByText('What you move in shows up; what you move out leaves.')).toBeVisible()
    await button('Copy link').click()
    await expect.element(sharing.getByText('Frame “For the cover”, with prompts, until')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await button('Share for review').click()
    await dialog('Share this canvas').getByLabelText('What to share').selectOptions('The starred pictures (0)')
    await button('Copy link').click()
    await expect.element(dialog('Share the starred pictures').getByText('The starred pictures, with')).toBeVisible()
    const made = server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/shares'))
    const others = { generationId: null, expiry: '7-days', showsPrompts: true }
    expect(made.map(({ body }) => body)).toEqual([
      { ...others, frameId: frame.id },
      { ...others, showsStarred: true },
    ])
  })

  it('say that they show nothing where their frame is gone, and offer a new one where another browser made them', async () => {
    const share = {
      ...openToAll,
      projectId,
      generationId: null,
      frameId: null,
      showsStarred: false,
      showsPrompts: false,
    }
    const times = { expiresAt: null, createdAt: '2026-11-21T10:00:00.000Z', visitors: 0 }
    await open(
      [],
      [
        { ...share, ...times, id: uuid(601), frameId: uuid(51) },
        { ...share, ...times, id: uuid(602), showsStarred: true },
      ],
    )
    await button('Share for review').click()
    const sharing = dialog('Share this canvas')
    await expect.element(sharing.getByText('Shows nothing now: what it shows was removed.')).toBeVisible()
    const notHere = 'No names yet. Made in another browser, which has its address.'
    await expect.element(sharing.getByText(notHere)).toBeVisible()
    await expect.element(button(/^New link: A frame/)).not.toBeInTheDocument()
    await button(/^New link: The starred pictures/).click()
    const another = dialog('Share the starred pictures')
    await expect.element(another.getByRole('checkbox')).not.toBeChecked()
    await expect.element(another.getByText('Reviewers see the pictures alone, and can copy nothing.')).toBeVisible()
  })
})
