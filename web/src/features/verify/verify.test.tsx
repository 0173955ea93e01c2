import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { VerificationShape } from '#contract/sharing/verify.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles, pictureFile } from '#web/testing/composer.ts'

const answer = (found: VerificationShape) => () => Response.json(found)

async function choose(button: string): Promise<void> {
  const system = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  await page.getByRole('button', { name: button }).click()
  await chooseFiles(pictureFile('harbor.png'))
  system.mockRestore()
}

describe('the page that verifies a picture', () => {
  it('says what is known of a file, and asks again of another one, also on a phone', async () => {
    await page.viewport(390, 844)
    const message = 'This is the approved file: proof 2 of round 1.'
    const server = await openApp('/verify', {
      plain: { 'POST /api/verify': answer({ match: 'exact', approved: true, round: 1, proof: 2, message }) },
    })
    await expect.element(page.getByRole('heading', { name: 'Verify a picture' })).toBeVisible()
    await choose('Choose a picture')
    await expect.element(page.getByRole('heading', { name: 'The approved file' })).toBeVisible()
    await expect.element(page.getByRole('main').getByText(message)).toBeVisible()
    await expectNoViolationsInBothThemes()
    expect(document.documentElement.scrollWidth).toBe(390)

    const other = { match: 'variant', approved: false, message: 'This is not the approved one.' } as const
    server.replyPlain({ 'POST /api/verify': answer(other) })
    await choose('Verify another picture')
    await expect.element(page.getByRole('heading', { name: 'Not the approved one' })).toBeVisible()
  })

  it('says why a file can’t be verified', async () => {
    const message = 'This file is not a picture that can be used.'
    await openApp('/verify', {
      plain: { 'POST /api/verify': () => Response.json({ code: 'unsupported-media', message }, { status: 415 }) },
    })
    await choose('Choose a picture')
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  })
})
