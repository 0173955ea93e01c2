import { describe, expect, it } from 'vitest'
import type { AskedModel } from '#web/data/models/models.ts'
import { generationWith, imageWith, modelWith } from '#web/data/testing/builders.ts'
import { missingModels, rerunRequest } from './rerun-panel.tsx'

const root = generationWith({ id: 'root', prompt: 'a lake', canvasX: 0, canvasY: 0 })
const child = generationWith({
  id: 'child',
  prompt: 'at night',
  model: 'Krea 2',
  parentGenerationId: 'root',
  parentImageId: 'root-2',
  branchKind: 'remix',
  canvasX: 900,
  canvasY: 0,
  images: [0, 1, 2, 3].map((orderNum) => imageWith({ id: `child-${orderNum}`, generationId: 'child', orderNum })),
})
const byId = new Map([root, child].map((card) => [card.id, card]))
const board = {
  projectId: 'p',
  cards: new Map(
    [root, child].map(({ id, parentGenerationId, canvasX: x, canvasY: y }) => [
      id,
      { id, parentId: parentGenerationId, x, y, isCollapsed: false },
    ]),
  ),
  getGeneration: (id: string) => byId.get(id),
  items: { get: () => ({ notes: new Map() }) },
}
const sketch = modelWith({ prices: { '1K': 10, '2K': 10, '4K': 10 } })
const models = [sketch, modelWith({ name: 'Krea 2', isAvailable: false, prices: { '1K': 100, '2K': 100, '4K': 100 } })]
const request = () =>
  rerunRequest(board as never, 'root', { change: { prompt: ' a pond ', model: sketch }, models, references: [] })

describe('the request of a re-run', () => {
  it('names for each card the one that it repeats, so that what a race hides stays hidden', () =>
    expect(request().steps.map(({ repeats }) => repeats)).toEqual(['root', 'child']))

  it("requests a hidden model by its card, at the highest price of the race's models", () => {
    const { capabilities, mostImagePrompts, aspectRatios, resolutions } = sketch
    const prices = { '1K': 100, '2K': 100, '4K': 100 }
    const hiddenModel = { prices, capabilities, mostImagePrompts, aspectRatios, resolutions }
    const hidden = { ...child, model: 'Model A', hiddenModel, price: 0 }
    const getGeneration = (id: string) => (id === 'child' ? hidden : byId.get(id))
    const ask = (ancestorId: string, model: AskedModel) =>
      rerunRequest({ ...board, getGeneration } as never, ancestorId, {
        change: { prompt: 'a pond', model },
        models,
        references: [],
      })
    const modelsOf = ({ steps }: ReturnType<typeof ask>) => steps.map(({ model, modelOf }) => model ?? modelOf)
    const same = ask('child', { ...hiddenModel, name: 'Model A', modelOf: 'child' })
    expect([modelsOf(same), same.price]).toEqual([['child'], 400])
    const another = ask('child', sketch)
    expect([modelsOf(another), another.price]).toEqual([['Sketch'], 40])
    const ofRoot = ask('root', sketch)
    expect([modelsOf(ofRoot), ofRoot.price, missingModels(ofRoot, models)]).toEqual([['Sketch', 'child'], 440, []])
  })

  it('changes the first card, and repeats those below, each from its new parent', () =>
    expect(
      request().steps.map(({ prompt, model, dependsOn, parentImagePlace, parentGenerationId, branchKind }) => ({
        prompt,
        model,
        dependsOn,
        parentImagePlace,
        parentGenerationId,
        branchKind,
      })),
    ).toEqual([
      {
        prompt: 'a pond',
        model: 'Sketch',
        dependsOn: undefined,
        parentImagePlace: undefined,
        parentGenerationId: null,
        branchKind: null,
      },
      {
        prompt: 'at night',
        model: 'Krea 2',
        dependsOn: 0,
        parentImagePlace: 2,
        parentGenerationId: null,
        branchKind: 'remix',
      },
    ]))

  it('has the price of all cards together, and keeps their seeds', () => {
    expect(request().price).toBe(4 * 10 + 4 * 100)
    expect(request().steps.map(({ seed }) => seed)).toEqual([root.settings.seed, child.settings.seed])
  })

  it('names the models that are missing', () => expect(missingModels(request(), models)).toEqual(['Krea 2']))
})
