import type { FrameShape, NoteShape } from '#contract/board/board-item.ts'
import { itemsIn } from '#domain/layout/frame-content.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'
import type { Querier } from '../../db/database.ts'
import { readBoardItems } from '../boards/board-items.ts'
import type { OpenShare } from './open-share.ts'

type Items = { frames: FrameShape[]; notes: NoteShape[] }

/** The frames and notes that a link shows. */
export const readSharedItems = async (
  db: Querier,
  { scope, projectId }: Pick<OpenShare, 'scope' | 'projectId'>,
): Promise<Items> => shownItems(await readBoardItems(db, projectId), scope)

/**
 * Those of a project; of a frame itself with the notes and smaller frames in it; none of one branch or of starred images, since they
 * are about everything around it.
 */
export function shownItems(items: Items, scope: ShareScope): Items {
  // Of a whole file of a project its uploads are not shown.
  if (scope.kind === 'project') return { frames: items.frames, notes: items.notes }
  const frame = scope.kind === 'frame' && items.frames.find(({ id }) => id === scope.frameId)
  if (!frame) return { frames: [], notes: [] }
  const { frames, notes } = itemsIn(frame, items)
  return { frames: [frame, ...frames], notes }
}
