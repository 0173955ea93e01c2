import type { GenerationShape } from '#contract/cards/generation.ts'
import type { SeriesShape, StepShape } from '#contract/cards/series.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { completedGeneration } from './fake-account.ts'

const { capabilities, mostImagePrompts, aspectRatios, resolutions } = modelWith({})
/** The highest of all models. */
const prices = { '1K': 180, '2K': 180, '4K': 180 }

/** The project of a race: drafts of its prompt bar are its own. */
export const raceProject = project({ id: uuid(501), title: 'Which one?', generationCount: 2 })

/** The cards of a race of two models whose names are hidden, side by side. */
export const racingCards: readonly GenerationShape[] = [520, 521].map((number, place) =>
  completedGeneration(number, {
    projectId: raceProject.id,
    model: `Model ${'AB'[place]}`,
    hiddenModel: { prices, capabilities, mostImagePrompts, aspectRatios, resolutions },
    canvasX: 10_000 + place * 900,
  }),
)

const stepOf = ({ id, prompt, model, canvasX, canvasY }: GenerationShape): StepShape => ({
  status: 'started',
  message: null,
  dependsOn: null,
  generationId: id,
  repeats: null,
  prompt,
  model: model ?? '',
  canvasX,
  canvasY,
  price: 0,
})

/** Their race. */
export const race: SeriesShape = {
  id: uuid(500),
  projectId: raceProject.id,
  kind: 'race',
  hidesNames: true,
  winnerImageId: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  steps: racingCards.map(stepOf),
}
