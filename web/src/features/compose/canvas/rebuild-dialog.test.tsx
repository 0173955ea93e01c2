import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { png } from '#domain/testing/picture-files.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles, focus } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const projectId = uuid(1)
const dialog = page.getByRole('dialog', { name: 'How this picture was made' })
const written = page.getByPlaceholder('Describe what you want to create...')
const pictureWith = (keyword: string, text: string) =>
  new File([Uint8Array.from(png(['tEXt', keyword, text]))], `${keyword}.png`, { type: 'image/png' })

async function openCanvas() {
  const made = image({ id: uuid(61), generationId: uuid(60), status: 'completed', imageUrl: '/x' })
  const brought = generation({
    ...{ id: uuid(60), origin: 'brought-in', model: null, prompt: 'a.png', status: 'completed', canvasX: 12_000 },
    images: [made],
  })
  const server = await openApp(`/project/${projectId}?card=${uuid(2)}`, {
    account: { models: listedModels(), generations: [completedGeneration(2)] },
    plain: {
      'POST /api/projects/*/pictures': () => Response.json({ generations: [brought], refused: [] }, { status: 201 }),
    },
  })
  await expect.poll(() => document.querySelector('[data-card]')).not.toBeNull()
  return server
}

/** Drops a picture on the canvas and opens what it says of how it was made. */
async function dropAndOpen(file: File): Promise<void> {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  const at = { clientX: innerWidth / 2, clientY: innerHeight / 2 }
  document
    .querySelector('.canvas')
    ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer, ...at }))
  await page.getByRole('button', { name: 'Rebuild its history' }).click()
  await expect.element(dialog).toBeVisible()
}

describe('a picture that says how it was made', () => {
  it('of AUTOMATIC1111 is written into a new card, and what can not be asked for is listed', async () => {
    await openCanvas()
    const text = 'a quince\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 512x768, Model: dream'
    await dropAndOpen(pictureWith('parameters', text))
    await expect.element(dialog.getByText('What can not be asked for here')).toBeVisible()
    for (const lost of ['dream', 'blurry', 'Euler a'])
      await expect.element(dialog.getByText(lost, { exact: true })).toBeVisible()
    await focus(dialog.getByRole('button', { name: 'Write it into a new card' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(written).toHaveValue('a quince')
    await expect.element(page.getByRole('button', { name: 'Aspect ratio: 2:3' })).toBeVisible()
  })

  it('of ComfyUI is read from its graph, with its aspect ratio', async () => {
    await openCanvas()
    const graph = {
      '3': {
        class_type: 'KSampler',
        inputs: { seed: 42, positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
      },
      '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'dream.safetensors' } },
      '5': { class_type: 'EmptyLatentImage', inputs: { width: 1_248, height: 832 } },
      '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a medlar', clip: ['4', 1] } },
      '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
    }
    await dropAndOpen(pictureWith('prompt', JSON.stringify(graph)))
    await expect.element(dialog.getByText('It was made with ComfyUI.')).toBeVisible()
    for (const lost of ['dream.safetensors', 'blurry', '42'])
      await expect.element(dialog.getByText(lost, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Write it into a new card' }).click()
    await expect.element(written).toHaveValue('a medlar')
    await expect.element(page.getByRole('button', { name: 'Aspect ratio: 3:2' })).toBeVisible()
  })

  it('says so where there is nothing, also for one that was chosen in the file dialog', async () => {
    // The system's own dialog, which has no answer here.
    const system = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
    await openCanvas()
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Rebuild from a picture' }).click()
    await chooseFiles(pictureWith('Software', 'Camera'))
    system.mockRestore()
    await expect.element(page.getByText('This picture does not say how it was made')).toBeVisible()
  })
})
