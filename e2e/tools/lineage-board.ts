import type { APIRequestContext } from 'playwright-core'

type Made = { id: string; projectId: string; images: { id: string }[] }

/** What the boards of a lineage are created with: calls of the photographed account. */
type Maker = {
  context: APIRequestContext
  generate(prompt: string, more?: object): Promise<Made>
  whenSettled(projectId: string): Promise<void>
}

const lake = 'A still lake between pine hills, first light, mist on the water'

/** A canvas of a search: a path of four cards to a starred picture, and two dead ends. */
export async function makeLineageBoard({ context, generate, whenSettled }: Maker): Promise<string> {
  const root = await generate(lake)
  const { projectId } = root
  await whenSettled(projectId)
  const branch = (parent: Made, image: number, prompt: string, more: object) =>
    generate(prompt, {
      projectId,
      parentGenerationId: parent.id,
      parentImageId: parent.images[image]?.id,
      branchKind: 'remix',
      ...more,
    })
  const at = (column: number, row: number) => ({ canvasX: 10_000 + column * 900, canvasY: 10_000 + row * 500 })
  const boat = await branch(root, 2, `${lake}, a small rowing boat`, at(0, 1))
  await branch(root, 0, 'A still lake between bare hills, noon, no mist', at(1, 1))
  await whenSettled(projectId)
  const wide = await branch(boat, 1, `${lake}, a small red rowing boat`, { ...at(0, 2), aspectRatio: '16:9' })
  await branch(boat, 3, 'Improve quality and add more details', { ...at(1, 2), branchKind: 'enhance' })
  await whenSettled(projectId)
  const nightly = 'A still lake between pine hills, at night, mist on the water, a small red rowing boat'
  const references = { imagePrompts: [root.images[1]?.id] }
  const night = await branch(wide, 0, nightly, { ...at(0, 3), aspectRatio: '16:9', ...references })
  await whenSettled(projectId)
  const give = (image: string | undefined, type: string) => context.put(`/api/images/${image}/feedback/${type}`)
  await give(night.images[2]?.id, 'star')
  await give(wide.images[0]?.id, 'like')
  await context.patch(`/api/projects/${projectId}`, { data: { title: 'The way to the boat' } })
  return projectId
}

/** A race of two cards that hides the names, with a branch of one of them, and no winner yet. */
export async function makeRace({ context, generate, whenSettled }: Maker): Promise<string> {
  const steps = [0, 1].map((column) => ({
    prompt: 'A walled garden at noon, one lemon tree',
    model: 'Sketch',
    canvasX: 10_000 + column * 900,
    canvasY: 10_000,
  }))
  const reply = await context.post('/api/series', { data: { kind: 'race', hidesNames: true, price: 3_200, steps } })
  const series = (await reply.json()) as { projectId: string; steps: { generationId: string }[] }
  const { projectId } = series
  await whenSettled(projectId)
  const [first] = series.steps
  await generate('the same garden at night', {
    projectId,
    parentGenerationId: first?.generationId,
    branchKind: 'remix',
    canvasX: 10_000,
    canvasY: 10_600,
  })
  await whenSettled(projectId)
  await context.patch(`/api/projects/${projectId}`, { data: { title: 'Which one?' } })
  return projectId
}
