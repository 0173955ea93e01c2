import type { FrameShape, NoteShape } from '#contract/board-item.ts'
import type { Querier } from '../../db/database.ts'
import { readBoardItems } from '../boards/board-items.ts'
import type { OpenShare } from './open-share.ts'

/**
 * The frames and notes that a link shows: those of the project; none where it shows one branch, since they are about
 * everything around it.
 */
export const readSharedItems = async (
  db: Querier,
  { generationId, projectId }: Pick<OpenShare, 'generationId' | 'projectId'>,
): Promise<{ frames: FrameShape[]; notes: NoteShape[] }> =>
  generationId === null ? readBoardItems(db, projectId) : { frames: [], notes: [] }
