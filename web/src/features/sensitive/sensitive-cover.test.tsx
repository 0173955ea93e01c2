import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { imageAddress, noteShown } from '#web/data/pictures/image-address.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { describeScreens, garden, type Screen, shows } from '#web/testing/describe-screens.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { lostConnection } from '#web/testing/fake-server.ts'

const cardId = uuid(2)
const [first, ...others] = completedGeneration(2).images
if (!first) throw new Error('The card has no image.')
const hidden = { ...first, sensitive: 'hidden' as const }
const account = { generations: [completedGeneration(2, { images: [hidden, ...others] })] }
const path = `/project/${uuid(1)}?card=${cardId}`

const cover = () => document.querySelector(`[data-image="${hidden.id}"] .sensitive-cover`)
const show = () => page.getByRole('button', { name: 'Show', exact: true }).first()

/** A server that notes which images it is asked to show. */
function showing() {
  const asked: unknown[] = []
  const show = (input: unknown) => {
    asked.push(input)
    return { ...hidden, sensitive: 'shown' as const }
  }
  return { asked, replies: { images: { show } } }
}

describe('a picture that the safety filter hides', () => {
  it('says why it is blurred, and is shown by its button, at an address without the blur', async () => {
    const { asked, replies } = showing()
    await openApp(path, { account, replies })
    await expect.poll(cover).not.toBeNull()
    expect(cover()?.textContent).toContain('May not be for everyone')
    expect(document.querySelectorAll('.sensitive-cover')).toHaveLength(1)
    await show().click()
    await expect.poll(() => asked).toEqual([{ id: hidden.id }])
  })

  it('is covered in the lightbox as well, where the keyboard reaches the button', async () => {
    const { asked, replies } = showing()
    await openApp(path, { account, replies })
    await expect.poll(cover).not.toBeNull()
    await page.getByRole('button', { name: 'Open image 1 of 4' }).first().dblClick()
    const button = page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => asked).toEqual([{ id: hidden.id }])
  })

  it('stays hidden when it could not be shown, and says so', async () => {
    await openApp(path, { account, replies: { images: { show: () => lostConnection() } } })
    await expect.poll(cover).not.toBeNull()
    await show().click()
    await expectText('The picture was not shown.')
    expect(cover()).not.toBeNull()
  })
})

describe('imageAddress', () => {
  it('of an image that was shown here gives the picture itself, until that is taken back', () => {
    const takeBack = noteShown('one')
    expect(imageAddress('one', 256)).toBe('/api/images/one/file?size=256&sensitive=as-it-is')
    expect(imageAddress('two', 256)).toBe('/api/images/two/file?size=256')
    takeBack()
    expect(imageAddress('one', 256)).toBe('/api/images/one/file?size=256')
  })
})

const screens: readonly Screen[] = [
  { name: 'on the board', path, account: { ...garden, ...account }, open: shows('May not be for everyone') },
]
describeScreens('a hidden picture', screens, {})
