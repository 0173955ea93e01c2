import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShareShape } from '#contract/share.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'

const projectId = uuid(1)
const cardId = uuid(2)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** A server that keeps the links of the project. */
function livingLinks() {
  let shares: ShareShape[] = []
  const replies: NonNullable<Parameters<typeof openApp>[1]>['replies'] = {
    projects: {
      shares: () => ({ items: shares, nextCursor: null }),
      share({ generationId, showsPrompts, expiry }) {
        const made: ShareShape = {
          id: uuid(600 + shares.length),
          projectId,
          generationId: generationId ?? null,
          showsPrompts,
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

async function open() {
  const server = await openApp(`/project/${projectId}?card=${cardId}`, { replies: livingLinks() })
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
})
