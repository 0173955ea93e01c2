import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { cardName, imageName } from '#domain/agents/card-names.ts'
import type { Client } from './client.ts'
import { CliFailure } from './terminal.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The project of an id, of the beginning of one, or of a title. */
export async function findProject({ api }: Client, written: string): Promise<ProjectShape> {
  if (uuid.test(written)) return api.projects.get({ id: written })
  const { items } = await api.projects.list()
  const wanted = written.toLowerCase()
  const byTitle = items.filter(({ title }) => title.toLowerCase() === wanted)
  const found = byTitle.length > 0 ? byTitle : items.filter(({ id }) => wanted.length >= 4 && id.startsWith(wanted))
  const [project] = found
  if (!project) throw new CliFailure('not-found', `There is no project ${JSON.stringify(written)}.`)
  if (found.length > 1)
    throw new CliFailure('usage', `Several projects are named ${JSON.stringify(written)}. Use the id of one.`)
  return project
}

/** The image of a name like 1a2b3c4d.2, or of an id, with its card. */
export async function findImage(
  { api }: Client,
  name: string,
): Promise<{ readonly card: GenerationShape; readonly image: ImageShape }> {
  const { card, imageId } = await api.generations.find({ name })
  const image = card.images.find(({ id }) => id === imageId)
  if (image) return { card, image }
  throw new CliFailure('usage', `${name} is a card. Name one of its images: ${imageNames(card).join(', ')}.`)
}

const imageNames = ({ id, images }: GenerationShape) => images.map(({ orderNum }) => imageName(id, orderNum))

/** A card in words: its images, and where a person sees it. */
export function cardLines(client: Client, card: GenerationShape): string[] {
  const { id, projectId, status, price, images } = card
  const ready = images.filter((image) => image.status === 'completed').length
  const paid = price > 0 ? `  ${price / 100} credits` : ''
  return [
    `${cardName(id)}  ${status}  ${ready}/${images.length}${paid}`,
    ...images.map(
      ({ orderNum, status: state, error }) =>
        `  ${imageName(id, orderNum)}  ${state}${error ? `: ${error.message}` : ''}`,
    ),
    client.boardUrl(projectId, id),
  ]
}

/** A card as data: short, and with the names that commands take. */
export const cardData = (client: Client, card: GenerationShape) => ({
  card: cardName(card.id),
  id: card.id,
  project: card.projectId,
  board: client.boardUrl(card.projectId, card.id),
  status: card.status,
  prompt: card.prompt,
  model: card.model,
  credits: card.price / 100,
  images: card.images.map(({ id, orderNum, status, error }) => ({
    image: imageName(card.id, orderNum),
    id,
    status,
    ...(error && { error: error.message }),
  })),
})

/** The ids of the images that are there. */
export const finishedIds = ({ images }: GenerationShape): string[] =>
  images.flatMap(({ id, status }) => (status === 'completed' ? [id] : []))
