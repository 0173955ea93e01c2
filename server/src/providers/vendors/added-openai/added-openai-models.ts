import { z } from 'zod'
import { maxFoundModels } from '#domain/models/added-providers.ts'
import type { FoundModel } from '#domain/models/found-model.ts'
import { listUpTo } from '#server/operations/outside-list.ts'
import { pictureFamilies } from '#server/providers/local/openai-server/list-models.ts'
import { shortText } from '../added/added-provider.ts'

/** Gateways list some thousand models; what comes after is left out. */
const maxListed = 5_000
const maxModalities = 50

/** An entry of GET /v1/models: OpenAI's own has an id alone; other servers say more, each in its own way. */
const listed = z.object({
  // It is searched for the families of models.
  id: z.string().min(1).max(500),
  name: z.string().nullish().catch(null),
  display_name: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  type: z.string().nullish().catch(null),
  architecture: z
    .object({ output_modalities: listUpTo(maxModalities, z.string()) })
    .nullish()
    .catch(null),
})
type Listed = z.infer<typeof listed>

/** A list, or an object with it, as servers differ. */
const listing = listUpTo(maxListed, listed)
const list = z.union([listing, z.object({ data: listing }).transform(({ data }) => data)])

/** Families of models that change a given picture, by their names. */
const editingFamilies = /edit|kontext|gpt-image|nano-banana|gemini.*image|flux[.-]?2|seedream/i
/** Number of pictures a request of them carries. */
const mostPictures = 4

const saysPictures = ({ type, architecture }: Listed) =>
  type === 'image' || (architecture?.output_modalities.includes('image') ?? false)

/** The entry of the picker for an id, of which no more is known than its name. */
export function foundById(id: string, { name, description }: { name?: string; description?: string } = {}): FoundModel {
  const edits = editingFamilies.test(id)
  const last = id.split('/').pop() ?? id
  return {
    apiModel: id,
    name: shortText(name || last, 60),
    description: shortText(description ?? '', 200),
    does: ['words', ...(edits ? (['edit'] as const) : [])],
    mostImagePrompts: edits ? mostPictures : 0,
    resolutions: ['1K', '2K'],
    accepts: {
      frame: { by: 'pixels' },
      sizes: [],
      pictures: edits ? { field: 'image', takes: 'list' } : null,
      fields: [],
    },
    costUsd: null,
    seconds: null,
  }
}

/**
 * The models of a server's list that make pictures: by what it says of them, else by their names; all of them where neither helps, so
 * that a person can choose. @returns null for a reply that is no list.
 */
export function foundInList(reply: unknown): readonly FoundModel[] | null {
  const { data } = list.safeParse(reply)
  if (!data) return null
  const said = data.filter(saysPictures)
  const named = data.filter(({ id }) => pictureFamilies.test(id))
  const chosen = said.length > 0 ? said : named.length > 0 ? named : data
  return chosen.slice(0, maxFoundModels).map(({ id, name, display_name: shown, description }) => {
    const title = shown || name
    return foundById(id, { ...(title && { name: title }), ...(description && { description }) })
  })
}
