import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { userStorage } from '#web/data/storage/current-storage.ts'
import { expectNoViolations, expectNoViolationsInBothThemes, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { fingers, middleOf, mouse } from '#web/testing/hands.ts'
import {
  asked,
  button,
  cardId,
  draw,
  editor,
  expectText,
  image,
  made,
  openAgain,
  openEditor,
  operation,
  share,
  words,
} from '#web/testing/image-editor.ts'

/** Shows all cards, once the view has gone to a new one. */
async function fitAfterMoving(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 400))
  await userEvent.keyboard('{Shift>}1{/Shift}')
}

describe('the editor of an image', () => {
  it('opens from the tools of a picture, closes by Escape, and gives the focus back to the picture', async () => {
    await openEditor()
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.closest(`[data-image="${image?.id}"]`)).not.toBeNull()
  })

  it('takes the second of a double press on the tool for none on the picture', async () => {
    await openEditor()
    await userEvent.keyboard('{Escape}')
    await expect.element(editor).not.toBeInTheDocument()
    const tool = page.getByRole('toolbar', { name: 'Tools for image 2 of 4' }).getByRole('button', { name: 'Edit' })
    const at = middleOf(tool)
    await mouse.press(at)
    await expect.poll(() => document.elementFromPoint(at.x, at.y)?.closest('.edit-picture')).toBeTruthy()
    await mouse.press(at, { clickCount: 2 })
    await mouse.press(at, { clickCount: 3 })
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    await mouse.press(at)
    await expect.element(share()).toBeVisible()
  })

  it('takes a touch for one on the picture once it cannot be the second of a double tap on the tool', async () => {
    await openEditor()
    const tap = () => fingers.tap(middleOf(editor.getByRole('region', { name: 'Picture' })))
    await tap()
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    const isPainted = async () => {
      await tap()
      return share().query() !== null
    }
    await expect.poll(isPainted).toBe(true)
  })

  it('opens from the lightbox by its key', async () => {
    await openApp(`/project/${uuid(1)}?card=${cardId}`)
    await page.getByRole('button', { name: 'Open image 2 of 4' }).first().dblClick()
    await expect.element(page.getByRole('dialog', { name: 'Image 2 of 4', exact: true })).toBeVisible()
    await userEvent.keyboard('e')
    await expect.element(editor).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: 'Image 2 of 4', exact: true })).not.toBeInTheDocument()
  })

  it('opens from the lightbox of the assets page, on the canvas of the image', async () => {
    await openApp('/assets')
    await expect.poll(() => document.querySelector('[data-asset]')).not.toBeNull()
    document.querySelectorAll<HTMLElement>('[data-asset]')[1]?.click()
    await expect.element(page.getByRole('dialog').first()).toBeVisible()
    await userEvent.keyboard('e')
    await expect.element(editor).toBeVisible()
    expect(location.pathname).toBe(`/project/${uuid(1)}`)
  })

  it('is without violations in both themes, with a selection, a frame and sliders', async () => {
    await openEditor()
    draw([0.2, 0.2], [0.6, 0.6])
    await expect.element(share()).toBeVisible()
    await expectNoViolationsInBothThemes()
    for (const name of ['Extend', 'Adjust', 'Upscale']) {
      await operation(name).click()
      await expectNoViolations()
    }
  })

  it('says who does an operation and what it costs, and what would enable the others', async () => {
    await openEditor()
    await expectText(operation('Change this part'), /ChatGPT Image Fast1.35 each$/)
    await expectText(operation('Crop and straighten'), /On this machineFree$/)
    await operation('Change with words').click()
    await expect.element(editor.getByText('Connect a model that edits by words.')).toBeVisible()
    await expect.element(button(/^Go/)).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a selection', () => {
  it('is painted by the brush, taken away by the eraser, and undone stroke by stroke', async () => {
    await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.element(share()).toBeVisible()
    const wide = share().element().textContent
    await userEvent.keyboard('e')
    draw([0.2, 0.5], [0.5, 0.5])
    await expect.poll(() => share().element().textContent).not.toBe(wide)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => share().element().textContent).toBe(wide)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(share()).not.toBeInTheDocument()
    await button('Redo').click()
    await expect.poll(() => share().element().textContent).toBe(wide)
  })

  it('is made by keys alone: a rectangle by its numbers', async () => {
    await openEditor()
    await userEvent.keyboard('r')
    const width = editor.getByRole('textbox', { name: 'Width' })
    await width.fill(String(image?.width))
    await userEvent.keyboard('{Enter}')
    await editor.getByRole('button', { name: 'Select', exact: true }).click()
    await expect.element(share()).toHaveTextContent('38% of the picture')
    await userEvent.keyboard('{Control>}i{/Control}')
    await expect.element(share()).toHaveTextContent('63% of the picture')
  })

  it('shows in the numbers of the rectangle what was drawn', async () => {
    await openEditor()
    await userEvent.keyboard('r')
    draw([0.25, 0.25], [0.75, 0.5])
    const side = (name: string) => editor.getByRole('textbox', { name, exact: true }).element() as HTMLInputElement
    const share = (name: string) => (Number(side(name).value) / (image?.width ?? 1)).toFixed(2)
    await expect.poll(() => [share('X'), share('Width')]).toEqual(['0.25', '0.50'])
  })

  it('is surrounded by the lasso', async () => {
    await openEditor()
    await userEvent.keyboard('l')
    draw([0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75])
    await expect.element(share()).toHaveTextContent('25% of the picture')
  })

  it('is kept with the words when the editor is closed, and is there again', async () => {
    await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a wooden boat')
    await expect.element(share()).toBeVisible()
    const before = share().element().textContent
    await button('Close the editor').click()
    await expect.element(editor).not.toBeInTheDocument()
    await page
      .getByRole('toolbar', { name: 'Tools for image 2 of 4' })
      .getByRole('button', { name: 'Edit', exact: true })
      .click()
    await expect.element(words).toHaveValue('a wooden boat')
    await expect.poll(() => share().element().textContent).toBe(before)
  })

  it('is drawn without a connection, and is there again after a reload', async () => {
    const { reply } = await openEditor()
    reply({ editOperations: { list: () => lostConnection() }, generations: { request: () => lostConnection() } })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a wooden boat')
    const before = share().element().textContent
    await button(/^Go/).click()
    await expect.element(page.getByText('The edit could not be made')).toBeVisible()
    await reloadApp(`/project/${uuid(1)}?card=${cardId}`)
    await openAgain()
    await expect.element(words).toHaveValue('a wooden boat')
    await expect.poll(() => share().element().textContent).toBe(before)
  })
})

describe('Go', () => {
  it('sends the mask of the selection, white where it is selected, and the edit', async () => {
    const masks: File[] = []
    const { requests, replyPlain } = await openEditor()
    replyPlain({
      'POST /api/uploads': async (request) => {
        masks.push((await request.formData()).get('file') as File)
        const stored = { id: uuid(77), width: 1_024, height: 1_024, mediaType: 'image/png', averageColor: '#888888' }
        return Response.json({ ...stored, url: `/api/uploads/${uuid(77)}/file` }, { status: 201 })
      },
    })
    await userEvent.keyboard('r')
    draw([0.5, 0], [1, 1])
    await words.fill('a wooden boat')
    await editor.getByRole('slider', { name: 'Feather' }).fill('12')
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(1)
    expect(asked(requests)[0]).toMatchObject({
      prompt: 'a wooden boat',
      parentImageId: image?.id,
      parentGenerationId: cardId,
      branchKind: 'edit',
      count: 4,
      model: 'chatgpt-image-fast',
      edit: { operation: 'change', maskUploadId: uuid(77), grow: 8, feather: 12 },
    })
    const bitmap = await createImageBitmap(masks[0] as File)
    expect([bitmap.width, bitmap.height]).toEqual([image?.width, image?.height])
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const at = (x: number) => [...(context?.getImageData(x * bitmap.width, 10, 1, 1).data ?? [])]
    expect([at(0.25), at(0.75)]).toEqual([
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ])
  })

  it('waits until something is selected, and words say what', async () => {
    await openEditor()
    const reason = () => button(/^Go/).element().getAttribute('aria-description')
    expect(reason()).toBe('Select the part first.')
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.poll(reason).toBe('Say what should change.')
    await words.fill('a boat')
    await expect.poll(reason).toBeNull()
  })

  it('extends the picture to a ratio, without words', async () => {
    const { requests } = await openEditor()
    await userEvent.keyboard('o')
    await button('16:9').click()
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(1)
    const { width = 0, height = 0 } = image ?? {}
    const wide = Math.round((height * 16) / 9)
    expect(asked(requests)[0]).toMatchObject({
      count: 1,
      edit: { operation: 'extend', frame: { x: Math.round((width - wide) / 2), y: 0, width: wide, height } },
    })
  })

  it('saves a straightened crop that lies inside the picture', async () => {
    const { requests } = await openEditor()
    await userEvent.keyboard('c')
    await editor.getByRole('slider', { name: 'Angle' }).fill('5')
    await button('Save as a branch').click()
    await expect.poll(() => asked(requests).length).toBe(1)
    const { edit } = asked(requests)[0] as { edit: { frame: { width: number; angle: number } } }
    expect(edit.frame.angle).toBe(5)
    expect(edit.frame.width).toBeLessThan(image?.width ?? 0)
  })

  it('moves a frame and its handles by the arrow keys', async () => {
    await openEditor()
    await userEvent.keyboard('o')
    ;(editor.getByRole('button', { name: 'Right', exact: true }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowRight}')
    await expect.element(editor.getByRole('textbox', { name: 'Width' })).toHaveValue(String((image?.width ?? 0) + 11))
  })

  it('undoes what was adjusted by its keys, and nothing that is not seen', async () => {
    await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await expect.element(share()).toBeVisible()
    const before = share().element().textContent
    await operation('Adjust').click()
    const light = editor.getByRole('slider', { name: 'Light' })
    await light.fill('68')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(light).toHaveValue('0')
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect.element(light).toHaveValue('68')
    await userEvent.keyboard('{Control>}i{/Control}')
    await operation('Change').first().click()
    await expect.element(share()).toBeVisible()
    expect(share().element().textContent).toBe(before)
  })

  it('sends the adjustments that are not 0', async () => {
    const { requests } = await openEditor()
    await userEvent.keyboard('a')
    await editor.getByRole('slider', { name: 'Warmth' }).fill('40')
    await editor.getByRole('slider', { name: 'Light' }).fill('-10')
    await editor.getByRole('slider', { name: 'Light' }).fill('0')
    await button('Save as a branch').click()
    await expect.poll(() => asked(requests).length).toBe(1)
    expect(asked(requests)[0]).toMatchObject({ prompt: '', edit: { operation: 'adjust', adjustments: { warmth: 40 } } })
  })

  it('uses the executor that was chosen for the operation, also the next time', async () => {
    const { requests } = await openEditor()
    await operation('Erase').click()
    await editor.getByRole('combobox', { name: 'Model' }).selectOptions('this-machine')
    draw([0.2, 0.5], [0.8, 0.5])
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(1)
    expect(asked(requests)[0]).toMatchObject({ model: 'this-machine', count: 1, edit: { operation: 'erase' } })
    expect(userStorage.read('edit-doers')).toEqual({ erase: 'this-machine' })
  })

  it('asks for as many candidates as were chosen, at the price of all', async () => {
    const { requests } = await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await editor.getByRole('combobox', { name: 'Images' }).selectOptions('2')
    await expect.element(button('Go, 2 images · 2.70 credits')).toBeVisible()
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(1)
    expect(asked(requests)[0]).toMatchObject({ count: 2 })
  })

  it('says why it was refused, and keeps selection and words', async () => {
    await openEditor({
      generations: {
        request: () => refuse('out-of-credits', { message: 'Not enough credits.', data: { missing: 300 } }),
      },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(page.getByText(/^3.00 credits are missing./)).toBeVisible()
    await expect.element(words).toHaveValue('a boat')
    await expect.element(share()).toBeVisible()
  })

  it('is possible again after the connection was lost', async () => {
    let calls = 0
    const { requests } = await openEditor({
      generations: { request: (input) => (calls++ === 0 ? lostConnection() : made(['completed'])(input)) },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(page.getByText(/The server did not answer\./)).toBeVisible()
    await button(/^Go/).click()
    await expect.element(button('Choose 1')).toBeVisible()
    const [first, second] = asked(requests)
    expect(second).toEqual(first)
  })

  it('says why a model made nothing, so that it can be tried again', async () => {
    await openEditor({ generations: { request: made(['failed']) } })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(editor.getByRole('alert')).toHaveTextContent('The model refused this prompt.')
    await expect.element(button(/^Go/)).toBeVisible()
  })

  it('goes on while the editor is closed, and shows its results when it is opened again, once', async () => {
    const replied = Promise.withResolvers<void>()
    await openEditor({
      generations: { request: async (input) => replied.promise.then(() => made(['completed'])(input)) },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await button('Close the editor').click()
    await expect.element(page.getByText('Sending an edit')).toBeVisible()
    replied.resolve()
    await expect.element(page.getByText('Sending an edit')).not.toBeInTheDocument()
    // The view follows the new card.
    await fitAfterMoving()
    await openAgain()
    await expect.element(editor.getByRole('button', { name: /^Result 1/ }).first()).toBeVisible()
    await button('Close the editor').click()
    await openAgain()
    await expect.element(words).toBeVisible()
  })

  it('can be tried again when its card is deleted elsewhere', async () => {
    const { send, isFollowed } = await openEditor({ generations: { request: made(['queued']) } })
    await expect.poll(isFollowed).toBe(true)
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(editor.getByText('Sent to ChatGPT Image Fast')).toBeVisible()
    send('generation-deleted', { seq: 5, projectId: uuid(1), generationId: uuid(30), ids: [uuid(30)] })
    await expectText(editor.getByRole('alert'), /^The card of this edit was deleted\./)
    await expect.element(words).toHaveValue('a boat')
  })

  it('says why it could not be stopped', async () => {
    await openEditor({
      generations: {
        request: made(['queued']),
        cancel: () => refuse('not-found', { message: 'That does not exist.' }),
      },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await button('Stop').click()
    await expectText(editor.getByRole('alert'), /^That does not exist\.$/)
  })

  it('can be stopped while it runs', async () => {
    const cancelled: string[] = []
    await openEditor({
      generations: {
        request: made(['queued']),
        cancel: ({ id }) => {
          cancelled.push(id)
          return made(['failed'])({ prompt: 'a boat', parentImageId: image?.id }) as never
        },
      },
    })
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a boat')
    await button(/^Go/).click()
    await expect.element(editor.getByText('Sent to ChatGPT Image Fast')).toBeVisible()
    await button('Stop').click()
    await expect.poll(() => cancelled).toEqual([uuid(30)])
  })
})

describe('the editor on a phone', () => {
  it('shows the settings on demand, and is without violations', async () => {
    await page.viewport(390, 844)
    await openApp(`/project/${uuid(1)}?card=${cardId}`)
    await page.getByRole('button', { name: 'Open image 2 of 4' }).first().dblClick()
    await userEvent.keyboard('e')
    await expect.element(editor).toBeVisible()
    await expect.element(editor.getByRole('slider', { name: 'Grow' })).not.toBeInTheDocument()
    await button('Settings').click()
    await expect.element(editor.getByRole('slider', { name: 'Grow' })).toBeVisible()
    await expectNoViolations()
  })
})

describe('without a connection to the list of operations', () => {
  it('offers to try again', async () => {
    const { reply } = await openEditor({ editOperations: { list: () => lostConnection() } })
    await expect.element(button('Try again')).toBeVisible()
    reply({ editOperations: { list: () => ({ items: offeredEdits(), nextCursor: null }) } })
    await button('Try again').click()
    await expectText(operation('Erase'), /ChatGPT Image Fast/)
  })
})
