import { describe, expect, it } from 'vitest'
import { generationWith, imageWith, modelWith } from '#web/data/testing/builders.ts'
import { missingModels, rerunRequest } from './rerun-request.ts'

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
  images: [imageWith({ id: 'child-0', generationId: 'child' })],
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
  asMade: (id: string) => byId.get(id),
  racingModels: () => [] as readonly string[],
}
const models = [
  modelWith({ prices: { '1K': 10, '2K': 10, '4K': 10 } }),
  modelWith({ name: 'Krea 2', isAvailable: false, prices: { '1K': 100, '2K': 100, '4K': 100 } }),
]
const request = () =>
  rerunRequest(board as never, 'root', { change: { prompt: ' a pond ', modelName: 'Sketch' }, models })

describe('the request of a re-run', () => {
  it('names for each card the one that it repeats, so that what a race hides stays hidden', () =>
    expect(request().steps.map(({ repeats }) => repeats)).toEqual(['root', 'child']))

  it('is priced at the most expensive model of the race where that hides one, unless another one is chosen', () => {
    const prices = (each: number) => ({ '1K': each, '2K': each, '4K': each })
    const racing = [modelWith({ prices: prices(10) }), modelWith({ name: 'Krea 2', prices: prices(100) })]
    const hidden = { ...board, racingModels: () => ['Sketch', 'Krea 2'] }
    const priceWith = (modelName: string) =>
      rerunRequest(hidden as never, 'child', { change: { prompt: 'a pond', modelName }, models: racing }).price
    expect([priceWith('Krea 2'), priceWith('Sketch')]).toEqual([400, 40])
    const ofRoot = rerunRequest(hidden as never, 'root', {
      change: { prompt: 'a pond', modelName: 'Sketch' },
      models: racing,
    })
    expect(ofRoot.price).toBe(800)
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
