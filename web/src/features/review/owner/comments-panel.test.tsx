import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReviewCommentShape } from '#contract/sharing/shared-board.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { reviewComment } from '#web/testing/fake-link.ts'
import { lostConnection, type Replies } from '#web/testing/fake-server.ts'

const projectId = uuid(1)
const cardId = uuid(2)
const imageId = completedGeneration(2).images[2]?.id ?? ''
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = page.getByRole('dialog', { name: 'Comments' })
const row = (text: string) => panel.getByRole('listitem').filter({ hasText: text })
const bell = button(/^Comments(, \d+ new)?$/)

/** A server that keeps what reviewers have said, and what the owner has seen, answered and resolved. */
function reviewed(
  first: readonly ReviewCommentShape[] = [],
  counts: { readonly total?: number; readonly openCount?: number } = {},
) {
  let comments = [...first]
  let isReplyLost = false
  const change = (id: string, part: (comment: ReviewCommentShape) => Partial<ReviewCommentShape>) => {
    comments = comments.map((each) => (each.id === id ? { ...each, ...part(each) } : each))
    return comments.find((each) => each.id === id) ?? reviewComment()
  }
  const replies: Replies = {
    projects: {
      review: () => ({ comments, ...counts, likes: [{ imageId, generationId: cardId, names: ['Vera'] }], seq: 1 }),
      markReviewSeen({ commentIds }) {
        for (const id of commentIds) change(id, () => ({ isNew: false }))
        return { seen: commentIds.length }
      },
    },
    comments: {
      remove({ id }) {
        comments = comments.filter((each) => each.id !== id)
        return { deleted: 1, ids: [id] }
      },
      change: ({ id, isResolved }) => change(id, () => ({ isResolved, isNew: false })),
      reply({ id, text }) {
        if (isReplyLost) return lostConnection()
        const reply = { id: uuid(690), author: 'Mara', text, createdAt: new Date().toISOString() }
        change(id, (comment) => ({ replies: [...comment.replies, reply] }))
        return reply
      },
    },
  }
  return {
    replies,
    loseReplies: () => (isReplyLost = true),
    say(comment: ReviewCommentShape) {
      comments = [...comments, comment]
    },
  }
}

const gravel = reviewComment({ id: uuid(611), x: 0.5, y: 0.25, text: 'Could the gravel be darker?', isNew: true })
const cover = reviewComment({ id: uuid(612), x: null, y: null, text: 'This one for the cover.' })

async function open(comments: readonly ReviewCommentShape[], path = '') {
  const review = reviewed(comments)
  const server = await openApp(`/project/${projectId}${path}`, { replies: review.replies })
  await expect.poll(() => document.querySelector(`[data-card="${cardId}"]`)).not.toBeNull()
  return { ...review, server }
}

describe('comments that arrive', () => {
  it('are announced on the canvas: toast, bell, number on Share, tab title and picture', async () => {
    const { server, say } = await open([])
    say(gravel)
    const comment = { id: gravel.id, author: 'Vera', text: gravel.text }
    server.send('review-changed', { seq: 2, projectId, comment })
    await expectText('Vera: “Could the gravel be darker?”')
    await expect.element(button('Comments, 1 new')).toBeVisible()
    await expect.element(button('Share for review, 1 open comment')).toBeVisible()
    await expect.poll(() => document.title).toMatch(/^\(1\) /)
    await expect.element(page.getByRole('img', { name: '1 open comment' })).toBeVisible()
    await button('Show').click()
    await expect.element(row(gravel.text)).toHaveClass(/is-chosen/)
    await expect.poll(() => document.title).not.toMatch(/^\(1\) /)
    await expect.element(button('Comments')).toBeVisible()
  })

  it('lead from another page to their row', async () => {
    const review = reviewed([gravel])
    const server = await openApp('/assets', { replies: review.replies })
    await expect.element(page.getByRole('heading', { name: 'Assets' })).toBeVisible()
    await expect.poll(server.isFollowed).toBe(true)
    const comment = { id: gravel.id, author: 'Vera', text: gravel.text }
    server.send('review-changed', { seq: 2, projectId, comment })
    await button('Show').click()
    await expect.element(row(gravel.text)).toHaveClass(/is-chosen/)
  })

  it('are not announced while the panel is open', async () => {
    const { server, say } = await open([cover], '?comments=open')
    await expect.element(row(cover.text)).toBeVisible()
    say(gravel)
    const comment = { id: gravel.id, author: 'Vera', text: gravel.text }
    server.send('review-changed', { seq: 2, projectId, comment })
    await expect.element(row(gravel.text)).toBeVisible()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  })
})

describe('<CommentsPanel>', () => {
  it('shows the pressed comment on its picture, beside a canvas that stays usable', async () => {
    await open([gravel, cover])
    await bell.click()
    await expect.element(row(gravel.text).getByTitle('New')).toBeVisible()
    await button(/^Vera: Could the gravel/).click()
    await expect.poll(() => document.querySelector(`[data-image="${imageId}"] .tile-spot`)).not.toBeNull()
    expect(document.querySelector('.scrim')).toBeNull()
    await expectNoViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(document.querySelector('.tile-spot')).toBeNull()
  })

  it('says how many comments there are where older ones are not listed', async () => {
    const { replies } = reviewed([gravel], { total: 612, openCount: 600 })
    await openApp(`/project/${projectId}`, { replies })
    await bell.click()
    await expect.element(panel.getByText('The newest 1 of 612 comments are listed.')).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Open 600' })).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Done 12' })).toBeVisible()
  })

  it('sends a reply by Enter and shows it below the comment', async () => {
    const { server } = await open([gravel])
    await bell.click()
    await button('Reply to Vera').click()
    await panel.getByRole('textbox').fill('Wet slate it is')
    await userEvent.keyboard('{Enter}')
    await expect.element(panel.getByRole('list', { name: 'Replies' }).getByText('Wet slate it is')).toBeVisible()
    await expect.element(panel.getByRole('textbox')).toHaveValue('')
    expect(server.requests.find(({ path }) => path.endsWith('/replies'))?.body).toEqual({ text: 'Wet slate it is' })
  })

  it('keeps the words of a reply that was not sent, also over a reload', async () => {
    const { loseReplies } = await open([gravel], '?comments=open')
    loseReplies()
    await button('Reply to Vera').click()
    await panel.getByRole('textbox').fill('Wet slate it is')
    await userEvent.keyboard('{Enter}')
    await expectText('The reply was not sent')
    await reloadApp()
    await bell.click()
    await button('Reply to Vera').click()
    await expect.element(panel.getByRole('textbox')).toHaveValue('Wet slate it is')
  })

  it('moves a comment to Done and back', async () => {
    await open([gravel, cover], '?comments=open')
    await row(gravel.text).getByRole('button', { name: 'Mark as done' }).click()
    await expect.element(row(gravel.text)).not.toBeInTheDocument()
    await button('Done 1').click()
    await row(gravel.text).getByRole('button', { name: 'Open again' }).click()
    await button('Open 2').click()
    await expect.element(row(gravel.text)).toBeVisible()
  })

  it('deletes a comment that is done, after asking', async () => {
    await open([reviewComment({ ...gravel, isNew: false, isResolved: true })], '?comments=open')
    await button('Done 1').click()
    await row(gravel.text).getByRole('button', { name: 'Delete comment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(row(gravel.text)).not.toBeInTheDocument()
  })

  it('opens the editor with the spot selected and the words in the bar', async () => {
    await open([gravel], '?comments=open')
    await button('Change this part').click()
    const editor = page.getByRole('dialog', { name: 'Edit image 3 of 4' })
    await expect.element(editor.getByRole('textbox', { name: 'What to change' })).toHaveValue(gravel.text)
    await expect.element(editor.getByText(/% of the picture$/)).toBeVisible()
  })

  it('opens the editor with the words alone for a comment on the whole picture', async () => {
    await open([cover], '?comments=open')
    await button('Change with words').click()
    const editor = page.getByRole('dialog', { name: 'Edit image 3 of 4' })
    await expect.element(editor.getByRole('textbox', { name: 'What to change' })).toHaveValue(cover.text)
    expect(editor.getByText(/% of the picture$/).query()).toBeNull()
  })
})
