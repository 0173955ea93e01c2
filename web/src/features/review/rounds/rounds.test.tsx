import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { linkPath, livingLink, sharedRound } from '#web/testing/fake-link.ts'
import { refuse } from '#web/testing/fake-server.ts'

const root = completedGeneration(2, { prompt: 'A lighthouse at dusk' })
const child = completedGeneration(10, {
  prompt: 'A lighthouse at dawn',
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
})
const images = [...root.images, ...child.images].map(({ id }) => id)

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const proof = (number: number) => page.getByRole('article', { name: `Proof ${number}` })
/** Makes the page ask at once, as it does when it becomes visible again. */
const ask = () => document.dispatchEvent(new Event('visibilitychange'))

async function visit(options: Parameters<typeof livingLink>[0] = {}) {
  const rounds = [sharedRound(images.slice(0, 3))]
  const link = livingLink({ cards: [root, child], visitorName: 'Vera', rounds, ...options })
  const server = await openApp(linkPath, link)
  const decisions = () => server.requests.filter(({ path }) => /decision$/.test(path))
  return { ...link, server, decisions }
}

describe('a reviewer of a round', () => {
  it('on a phone approves a proof whose number and picture they are shown, and takes it back', async () => {
    await page.viewport(390, 844)
    const { decisions } = await visit({ visitorName: null })
    await button('Open the proofs').click()
    await expect.element(page.getByText('0 of 3 decided by you').last()).toBeVisible()
    await button('Approve proof 2').click()
    const confirmation = dialog('Approve proof 2?')
    await expect.element(confirmation.getByRole('img', { name: 'Picture of proof 2' })).toBeVisible()
    await expectNoViolationsInBothThemes()
    await confirmation.getByRole('button', { name: 'Approve proof 2' }).click()
    await page.getByLabelText('Your name').fill('Vera')
    await dialog('Who are you?').getByRole('button', { name: 'Send' }).click()
    await expect.element(proof(2).getByText('Approved', { exact: true })).toBeVisible()
    expect(decisions()[0]).toMatchObject({ method: 'PUT', body: { decision: 'approve' } })
    expect(decisions()[0]?.path).toMatch(/\/rounds\/1\/proofs\/2\/decision$/)
    await button('Take back your approval of proof 2').click()
    await expect.element(proof(2).getByText('Waits for a decision')).toBeVisible()
    await expectNoViolationsInBothThemes()
  })

  it('asks for changes with words, and approves the others together', async () => {
    const { decisions } = await visit()
    await button('Open the proofs').click()
    await button('Ask for changes to proof 1').click()
    await page.getByLabelText('What should change?').fill('Warmer.')
    await proof(1).getByRole('button', { name: 'Send' }).click()
    await expect.element(proof(1).getByText('Changes asked for')).toBeVisible()
    await expect.element(proof(1).getByText('Warmer.')).toBeVisible()
    await button('Approve the other 2').click()
    await dialog('Approve 2 proofs?').getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByText('3 of 3 decided by you').last()).toBeVisible()
    expect(decisions().map(({ body }) => Object(body).decision)).toEqual(['changes', 'approve', 'approve'])
  })

  it('sees what changed since the round before, and compares the pictures', async () => {
    const before = sharedRound(images.slice(0, 1))
    const after = sharedRound(images.slice(4, 5), { number: 2 })
    await visit({
      rounds: [{ ...after, proofs: after.proofs.map((each) => ({ ...each, sha256: 'a'.repeat(64) })) }, before],
    })
    await button('Open the proofs').click()
    const since = page.getByRole('region', { name: 'Since round 1' })
    await expect.element(since.getByRole('insertion')).toHaveTextContent('dawn')
    await expect.element(since.getByRole('deletion')).toHaveTextContent('dusk')
    await button('Compare with round 1').click()
    await expect.element(dialog('Compare 2 images')).toBeVisible()
  })

  it('is told why a decision was refused, and can decide nothing once the round is closed', async () => {
    const { server, setRounds } = await visit()
    await button('Open the proofs').click()
    server.reply({ shared: { decide: () => refuse('conflict', { message: 'Its file is not the approved one.' }) } })
    await button('Approve proof 1').click()
    await dialog('Approve proof 1?').getByRole('button', { name: 'Approve proof 1' }).click()
    await expectText('Its file is not the approved one.')
    setRounds([sharedRound(images.slice(0, 3), { closedAt: '2026-11-23T10:00:00.000Z' })])
    ask()
    await expectText('This round is closed. Its decisions can not be changed any more.')
    await expect.element(button('Approve proof 2')).not.toBeInTheDocument()
  })
})

describe('a link with a passphrase', () => {
  it('asks for it in place of what it shows', async () => {
    const link = livingLink({ cards: [root] })
    const asked = (message: string) => refuse('impossible', { message, data: { reason: 'passphrase' } })
    await openApp(linkPath, {
      plain: link.plain,
      replies: {
        shared: {
          ...link.replies.shared,
          open: ({ passphrase }) => {
            if (passphrase === 'open sesame') return { id: sharedRound([]).id }
            return asked(passphrase === undefined ? 'It has one.' : 'This is not the passphrase.')
          },
        },
      },
    })
    const field = page.getByLabelText('Passphrase', { exact: true })
    await field.fill('guess')
    await button('Open').click()
    await expectText('This is not the passphrase.')
    await expectNoViolationsInBothThemes()
    await page.getByLabelText('Passphrase', { exact: true }).fill('open sesame')
    await button('Open').click()
    await expect.element(button('Fit to view')).toBeVisible()
  })
})
