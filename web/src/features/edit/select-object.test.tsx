import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectNoViolationsInBothThemes, reloadApp } from '#web/testing/app-under-test.tsx'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { cutOutNet, localModelsWith } from '#web/testing/fake-local-models.ts'
import { button, draw, editor, expectText, image, openAgain, openEditor, share } from '#web/testing/image-editor.ts'

/** The answer of a server whose tool finds the left half of a picture. */
async function leftHalf(): Promise<Response> {
  const canvas = new OffscreenCanvas(64, 96)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas.')
  context.fillStyle = '#000'
  context.fillRect(0, 0, 64, 96)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 32, 96)
  return new Response(await canvas.convertToBlob({ type: 'image/png' }))
}
const refused = (message: string) => async () => Response.json({ code: 'impossible', message }, { status: 422 })
const subjectCall = `GET /api/images/${image?.id}/subject`
const withNet = { localModels: { list: () => localModelsWith([cutOutNet({ kind: 'installed' })]) } }
const subject = button('Select subject')
const selectedShare = () => Number(/(\d+)%/.exec(share().query()?.textContent ?? '')?.[1])

describe('selecting an object', () => {
  it('selects what looks like the place of a click, and is undone', async () => {
    await openEditor()
    await userEvent.keyboard('s')
    await expect.element(button('Select an object')).toHaveAttribute('aria-pressed', 'true')
    draw([0.5, 0.1])
    // The pictures of these tests have one color.
    await expect.poll(selectedShare).toBe(100)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(share()).not.toBeInTheDocument()
  })

  it('takes what was found away in the other mode', async () => {
    await openEditor()
    await userEvent.keyboard('s')
    await editor.getByRole('slider', { name: 'Tolerance' }).fill('255')
    draw([0.5, 0.5])
    await expect.poll(selectedShare).toBe(100)
    await button('Subtract').click()
    draw([0.5, 0.5])
    await expect.element(share()).not.toBeInTheDocument()
  })

  it('selects the subject that the tool of the server finds, and keeps it over a reload', async () => {
    await openEditor(withNet, { plain: { [subjectCall]: leftHalf } })
    await userEvent.keyboard('s')
    await subject.click()
    await expect.poll(selectedShare).toBe(50)
    await expectNoViolationsInBothThemes()
    await userEvent.keyboard('{Escape}')
    await reloadApp()
    await openAgain()
    await expect.poll(selectedShare).toBe(50)
  })

  it('says why no subject was found', async () => {
    await openEditor(withNet, {
      plain: { [subjectCall]: refused('No subject was found in the picture. Select it by hand.') },
    })
    await userEvent.keyboard('s')
    await subject.click()
    await expectText(editor.getByRole('alert'), /^No subject was found in the picture/)
    await expect.element(share()).not.toBeInTheDocument()
  })

  it('names what would find subjects where no tool is installed', async () => {
    const items = offeredEdits({ 'remove-background': { enabledBy: "Install IS-Net under 'Local models'." } })
    await openEditor({ editOperations: { list: () => ({ items, nextCursor: null }) } })
    await userEvent.keyboard('s')
    const link = editor.getByRole('link', { name: 'Install a tool to select the subject' })
    await expect.element(link).toHaveAttribute('href', '/models?tab=machine')
    await expect.element(link).toHaveAttribute('data-tooltip', "Install IS-Net under 'Local models'.")
    await expect.element(subject).not.toBeInTheDocument()
  })
})
