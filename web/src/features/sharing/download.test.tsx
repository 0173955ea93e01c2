import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import type { FakeServer } from '#web/testing/fake-server.ts'
import { catchSavedFiles } from '#web/testing/saved-files.ts'

const root = completedGeneration(2, { prompt: 'Pears on a sill' })
/** A card whose second image was refused. */
const card = {
  ...root,
  images: root.images.map((each, place) =>
    place === 1 ? { ...each, status: 'failed' as const, imageUrl: null, averageColor: null } : each,
  ),
}
const child = completedGeneration(10, {
  prompt: 'The same at dusk',
  parentGenerationId: card.id,
  parentImageId: card.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasY: card.canvasY + 500,
})
const placeOf = (path: string) => card.images.findIndex(({ id }) => path.includes(id)) + 1
const cardNamed = (prompt: string) => page.getByRole('article', { name: new RegExp(`^${prompt}`) })
const press = (name: string, prompt: string) => cardNamed(prompt).getByRole('button', { name }).click()

let server: FakeServer
async function open({ id, prompt }: GenerationShape): Promise<void> {
  server = await openApp(`/project/${uuid(1)}?card=${id}`, {
    account: { generations: [card, child] },
    plain: {
      'GET /api/images/*/file': ({ url }) =>
        new Response(url.includes('format=png') ? `png of image ${placeOf(url)}` : 'as delivered'),
    },
  })
  await cardNamed(prompt).hover()
}

describe('downloading the images of a card', () => {
  it('saves each finished image as a PNG, numbered from 1', async () => {
    const saved = catchSavedFiles()
    await open(card)
    await press('Download all images', card.prompt)
    expect(await saved(3)).toEqual([
      { name: 'generation-1.png', text: 'png of image 1' },
      { name: 'generation-2.png', text: 'png of image 3' },
      { name: 'generation-3.png', text: 'png of image 4' },
    ])
    await expectText('Images downloaded successfully')
  })

  it('saves nothing when one of them cannot be read', async () => {
    const saved = catchSavedFiles()
    await open(card)
    server.replyPlain({
      'GET /api/images/*/file': ({ url }) =>
        placeOf(url) === 4 ? Response.error() : new Response(`png of image ${placeOf(url)}`),
    })
    await press('Download all images', card.prompt)
    await expectText('Download failed')
    await expectText('Could not download images')
    expect(await saved(0)).toEqual([])
  })

  it('puts them into one zip with a manifest', async () => {
    const saved = catchSavedFiles()
    await open(child)
    await press('More ways to download', child.prompt)
    await page.getByRole('menuitem', { name: 'Download as zip' }).click()
    const [zip] = await saved(1)
    expect(zip?.name).toBe('the-same-at-dusk.zip')
    // Pictures are stored as they are: they would not become smaller.
    for (const name of [1, 2, 3, 4].map((place) => `generation-${place}.png`)) expect(zip?.text).toContain(name)
    const manifest = JSON.parse(/manifest\.json(\{[\s\S]*\n\})/.exec(zip?.text ?? '')?.[1] ?? '{}')
    expect(manifest.images).toHaveLength(4)
    expect(manifest.images[1]).toMatchObject({
      file: 'generation-2.png',
      prompt: 'The same at dusk',
      model: 'Sketch',
      settings: { aspectRatio: '1:1', resolution: '1K' },
      seed: child.images[1]?.seed,
      parentGenerationId: card.id,
      parentImageId: child.parentImageId,
      feedback: [],
    })
  })
})
