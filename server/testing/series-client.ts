import { expect } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RequestSeriesInput, SeriesShape } from '#contract/cards/series.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import type { TestClient } from './test-client.ts'

type Step = RequestSeriesInput['steps'][number]

/** One card of a series, with defaults: a lake by Sketch. */
export const step = (over: Partial<Step> = {}): Step => ({
  prompt: 'a lake',
  model: 'Sketch',
  canvasX: 100,
  canvasY: 0,
  ...over,
})

/** Requests a series, and reads its state. @param person The current user: a test may begin with a new one. */
export function seriesOf(person: () => TestClient) {
  const ask = (body: Partial<RequestSeriesInput>, headers: Record<string, string> = {}) =>
    person().send<SeriesShape>('POST', '/api/series', { kind: 'grid', price: 1_000, steps: [step()], ...body }, headers)
  const read = async (id: string) => (await person().send<SeriesShape>('GET', `/api/series/${id}`)).body
  const cardsOf = async (projectId: string) =>
    (await person().send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
  const credits = async () => (await person().send<CreditsShape>('GET', '/api/credits')).body
  /** Waits until no step of the series is pending. */
  async function ended(id: string): Promise<SeriesShape> {
    await expect
      .poll(async () => (await read(id)).steps.filter(({ status }) => status === 'waiting').length, { timeout: 20_000 })
      .toBe(0)
    const series = await read(id)
    const cards = await cardsOf(series.projectId)
    for (const card of cards) await person().settled(card)
    return series
  }
  return { ask, cardsOf, credits, ended }
}
