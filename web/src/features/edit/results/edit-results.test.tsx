import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import { asked, button, draw, editor, expectText, made, openEditor, words } from '#web/testing/image-editor.ts'

describe('the results of an edit', () => {
  async function openResults() {
    const server = await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(button('Choose 1')).toBeVisible()
    return server
  }

  it('stand beside the picture before, and are without violations', async () => {
    await openResults()
    await expect.element(editor.getByRole('slider', { name: 'Divider between before and after' })).toBeInTheDocument()
    await expect.element(editor.getByText('Unchanged, to the pixel')).not.toBeInTheDocument()
    await expectNoViolationsInBothThemes()
  })

  it('show the picture before left of the divider, and the number of the result right of it', async () => {
    await openResults()
    const divider = editor.getByRole('slider', { name: 'Divider between before and after' })
    const pictureBefore = () =>
      document.querySelector<HTMLImageElement>(`.edit-picture > img[style*="clip-path"][src*="${uuid(21)}"]`)
    await divider.fill('100')
    await expect.poll(() => pictureBefore()?.style.clipPath).toContain('0%')
    expect(pictureBefore()?.checkVisibility({ visibilityProperty: true })).toBe(true)
    await divider.fill('0')
    await expect.poll(() => pictureBefore()?.style.clipPath).toContain('100%')
    await expect.element(editor.getByText('1', { exact: true }).first()).toBeVisible()
  })

  it('cost the seconds until they came, however long they are looked at', async () => {
    await openResults()
    const cost = () => /credits, ([\d.]+) s/.exec(editor.element().textContent ?? '')?.[1]
    await expect.poll(cost).toBeDefined()
    const first = cost()
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    await userEvent.keyboard('2')
    await expect.element(button('Choose 2')).toBeVisible()
    expect(cost()).toBe(first)
  })

  it('leave the view of the board as it was, when the editor is closed', async () => {
    const zoom = () => page.getByRole('button', { name: /Zoom to 100%$/ }).element().textContent
    const place = () => document.querySelector(`[data-card]`)?.getBoundingClientRect().x
    await openEditor()
    await userEvent.keyboard('{Escape}')
    const before = [zoom(), place()]
    await openResults()
    // The view follows a new card after 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 400))
    await button('Discard all').click()
    await expect.element(editor).not.toBeInTheDocument()
    await expect.poll(() => [zoom(), place()]).toEqual(before)
  })

  it('are chosen by their numbers; the chosen one is starred, and the editor closes', async () => {
    const { requests } = await openResults()
    await userEvent.keyboard('2')
    await button('Choose 2').click()
    await expect.element(editor).not.toBeInTheDocument()
    const changes = () =>
      JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body))
    await expect.poll(changes).toContain(`"imageId":"${uuid(301)}","feedbackType":"star","isGiven":true`)
  })

  it('are asked for once more by the button beside them', async () => {
    const { requests } = await openResults()
    await button('Again with this selection').click()
    await expect.poll(() => asked(requests).length).toBe(2)
    await expect.element(button('Choose 1')).toBeVisible()
  })

  it('keep the one that is shown, with its number, when one with a lower number comes later', async () => {
    const { send, isFollowed, requests } = await openEditor({
      generations: { request: made(['queued', 'completed', 'completed']) },
    })
    await expect.poll(isFollowed).toBe(true)
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await button('Result 3').click()
    await expect.element(button('Choose 3')).toBeVisible()
    send('image-changed', {
      seq: 5,
      projectId: uuid(1),
      generationId: uuid(30),
      imageId: uuid(300),
      status: 'completed',
    })
    await expect.element(button('Result 1')).toBeVisible()
    await button('Choose 3').click()
    const changes = () =>
      JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body))
    await expect.poll(changes).toContain(`"imageId":"${uuid(302)}","feedbackType":"star","isGiven":true`)
  })

  it('can be edited further', async () => {
    await openResults()
    await button('Go on from 1').click()
    await expect.element(page.getByRole('dialog', { name: 'Edit image 1 of 2' })).toBeVisible()
  })

  it('are discarded together: their card goes to the trash', async () => {
    const { requests } = await openResults()
    await button('Discard all').click()
    await expect
      .poll(() => JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)))
      .toContain(`"kind":"delete","generationId":"${uuid(30)}"`)
  })

  it('lead to the same edit on the other images of the card, with its price', async () => {
    const { requests } = await openResults()
    const same = button(/^The same change on images 1, 3 and 4/)
    await expectText(same, /8.10$/)
    await same.click()
    await expect.poll(() => asked(requests).length).toBe(4)
    expect(asked(requests).map((body) => (body as { parentImageId: string }).parentImageId)).toEqual([
      uuid(21),
      uuid(20),
      uuid(22),
      uuid(23),
    ])
  })

  it('leave the siblings of earlier results alone when they are discarded', async () => {
    const { reply, requests } = await openResults()
    await button(/^The same change on images 1, 3 and 4/).click()
    await expect.element(editor.getByText('Image 1', { exact: true })).toBeVisible()
    reply({ generations: { request: (input) => ({ ...made(['completed'])(input), id: uuid(90) }) } })
    await button('Again with this selection').click()
    await expect.poll(() => asked(requests).length).toBe(5)
    await expect.element(button(/^The same change on images 1, 3 and 4/)).toBeVisible()
    await button('Discard all').click()
    const changes = () =>
      JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body))
    await expect.poll(changes).toContain(`"kind":"delete","generationId":"${uuid(90)}"`)
    expect(changes()).not.toContain(`"generationId":"${uuid(31)}"`)
  })

  it('say of another image what is known while it has none, and take away one that failed', async () => {
    const { reply, requests } = await openResults()
    reply({
      generations: { request: (input) => made([input.parentImageId === uuid(20) ? 'queued' : 'failed'])(input) },
    })
    await button(/^The same change on images 1, 3 and 4/).click()
    await editor.getByText('Image 1', { exact: true }).click()
    await expect.element(editor.getByRole('status').getByText('Sent to ChatGPT Image Fast')).toBeVisible()
    await expect.element(button('Accept')).not.toBeInTheDocument()
    await expect.element(button('Reject')).not.toBeInTheDocument()
    await editor.getByText('Image 3', { exact: true }).click()
    await expect.element(editor.getByText('The model refused this prompt.')).toBeVisible()
    await expect.element(button('Accept')).not.toBeInTheDocument()
    await expectNoViolations()
    await button('Reject').click()
    await expect
      .poll(() => JSON.stringify(requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)))
      .toContain(`"kind":"delete","generationId":"${uuid(33)}"`)
  })
})
