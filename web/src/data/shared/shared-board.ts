import type { ProjectShape } from '#contract/project.ts'
import type { CommentShape, SharedBoardShape } from '#contract/shared-board.ts'
import { api } from '../client.ts'

/** Opens a link by the secret behind the # of its address, and reads what it shows. Throws `not-found` where it is over. */
export async function openSharedBoard(token: string): Promise<SharedBoardShape> {
  const { id } = await api.shared.open({ token })
  return api.shared.get({ id })
}

/** Reads once more what a link shows. */
export const readSharedBoard = (id: string): Promise<SharedBoardShape> => api.shared.get({ id })

/** Says who is looking. */
export const nameVisitor = async (id: string, name: string): Promise<string> =>
  (await api.shared.name({ id, name })).name

/** Pins a comment on a spot of an image, in fractions of its size. */
export const addComment = (
  id: string,
  words: { imageId: string; x: number; y: number; text: string },
): Promise<CommentShape> => api.shared.comment({ id, ...words })

/** Votes for an image or takes the vote back; answers how many have voted for it. */
export async function setLike(id: string, imageId: string, wanted: 'given' | 'removed'): Promise<number> {
  const call = wanted === 'given' ? api.shared.like : api.shared.unlike
  return (await call({ id, imageId })).likes
}

/** Copies what a link shows into a project of one's own. Throws `unauthenticated` where nobody is signed in. */
export const forkShared = (id: string): Promise<ProjectShape> => api.shared.fork({ id })
