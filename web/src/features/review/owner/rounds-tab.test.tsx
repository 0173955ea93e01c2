import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RoundShape } from '#contract/sharing/round.ts'
import type { ShareShape } from '#contract/sharing/share.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { sharedRound } from '#web/testing/fake-link.ts'

const projectId = uuid(1)
const cardId = uuid(2)
const card = completedGeneration(2)
const images = card.images.map(({ id }) => id)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

const share: ShareShape = {
  ...{ id: uuid(600), projectId, generationId: null, frameId: null, showsStarred: false, showsPrompts: true },
  ...{ grants: 'comment', allowsCopies: true, hasWatermark: false, hasPassphrase: false },
  ...{ expiresAt: null, createdAt: '2026-11-21T10:00:00.000Z', visitors: 0 },
}

/** A round of the owner in which Vera asked for changes to the first proof. */
function decidedRound(): RoundShape {
  const { proofs, ...round } = sharedRound(images.slice(0, 2))
  const asked = { author: 'Vera', words: 'Warmer.', decidedAt: '2026-11-22T10:00:00.000Z' }
  return {
    ...round,
    shareId: share.id,
    proofs: proofs.map((proof, at) => ({
      ...proof,
      generationId: cardId,
      state: at === 0 ? 'changes' : 'waiting',
      decisions: at === 0 ? [{ ...asked, decision: 'changes' }] : [],
    })),
    log: [{ ...asked, kind: 'changes', proof: 1, sha256: '1'.repeat(64) }],
  }
}

async function open(first: readonly RoundShape[], path = '') {
  let rounds = [...first]
  const server = await openApp(`/project/${projectId}${path}`, {
    account: { generations: [{ ...card, images: card.images.map((image) => ({ ...image, feedback: ['star'] })) }] },
    replies: {
      projects: {
        review: () => ({ comments: [], likes: [], seq: 1 }),
        rounds: () => ({ items: rounds, nextCursor: null }),
        shares: () => ({ items: [share], nextCursor: null }),
      },
      shares: {
        startRound({ imageIds }) {
          const { proofs, ...round } = sharedRound(imageIds)
          const started = { ...round, shareId: share.id, log: [], proofs: [] }
          rounds = [{ ...started, proofs: proofs.map((each) => ({ ...each, generationId: cardId })) }, ...rounds]
          return rounds[0] ?? decidedRound()
        },
        closeRound() {
          rounds = rounds.map((round) => ({ ...round, closedAt: '2026-11-23T10:00:00.000Z' }))
          return rounds[0] ?? decidedRound()
        },
      },
    },
  })
  await expect.poll(() => document.querySelector(`[data-card="${cardId}"]`)).not.toBeNull()
  return server
}

describe('<RoundsTab>', () => {
  it('shows who decided what, and makes an edit of changes that were asked for', async () => {
    await open([decidedRound()], '?comments=rounds')
    const round = page.getByRole('region', { name: 'Round 1' })
    await expect.element(round.getByText('0 approved · 1 to change · 1 open')).toBeVisible()
    await expect.element(round.getByText('Warmer.')).toBeVisible()
    await round.getByText('Log (1 entry)').click()
    await expect.element(round.getByText('Vera asked for changes, proof 1')).toBeVisible()
    await expectNoViolationsInBothThemes()
    await button('Change this: proof 1').click()
    const editor = page.getByRole('dialog', { name: 'Edit image 1 of 4' })
    await expect.element(editor.getByRole('textbox', { name: 'What to change' })).toHaveValue('Warmer.')
  })

  it('starts a round with the starred pictures, and closes it after a confirmation', async () => {
    const server = await open([], '?comments=rounds')
    await button('Start a round').click()
    await page.getByLabelText('Pictures').selectOptions('starred')
    await expectNoViolationsInBothThemes()
    const starred = page.getByRole('button', { name: /^Start with \d+ proofs?$/ })
    await starred.click()
    await expect.element(page.getByRole('region', { name: 'Round 1' })).toBeVisible()
    const [sent] = server.requests.filter(({ method, path }) => method === 'POST' && /rounds$/.test(path))
    expect(Object(sent?.body).imageIds.length).toBeGreaterThan(0)
    await button('Close round 1').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close round' }).click()
    await expectText('Closed 23 Nov 2026')
  })

  it('is opened by the toast that announces a decision', async () => {
    const server = await open([decidedRound()])
    const decision = { round: 1, proof: 1, author: 'Vera', decision: 'changes', words: 'Warmer.' } as const
    server.send('review-changed', { seq: 2, projectId, decision })
    await expectText('Vera asked for changes to proof 1')
    await button('Show').click()
    await expect.element(page.getByRole('region', { name: 'Round 1' })).toBeVisible()
  })
})
