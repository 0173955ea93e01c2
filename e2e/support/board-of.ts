import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'

const askAgainMs = 100

/** A user's boards by the API, beside the user's page. */
export function boardOf(context: BrowserContext, url: string) {
  const headers = { origin: url }

  const generations = async (projectId: string): Promise<GenerationShape[]> => {
    const reply = await context.request.get(`/api/projects/${projectId}/generations`)
    return ((await reply.json()) as { items: GenerationShape[] }).items
  }

  /** Waits until no image is pending. */
  const finished = async (projectId: string): Promise<GenerationShape[]> => {
    const isRunning = ({ status }: GenerationShape) => status === 'queued' || status === 'running'
    for (;;) {
      const all = await generations(projectId)
      if (!all.some(isRunning)) return all
      await setTimeout(askAgainMs)
    }
  }

  return {
    generations,
    finished,

    /** Generates a card and waits for its images. */
    async make(input: RequestGenerationInput): Promise<GenerationShape> {
      const reply = await context.request.post('/api/generations', { headers, data: input })
      const { id, projectId } = (await reply.json()) as GenerationShape
      const made = (await finished(projectId)).find((generation) => generation.id === id)
      if (!made) throw new Error('The card that was made is not on its board.')
      return made
    },
  }
}
