import { eq, type SQL, sql } from 'drizzle-orm'
import type { FrameShape, NoteShape } from '#contract/board/board-item.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { type BoardItems, maxFrames, maxNotes, type NoteFields } from '#domain/board/board-item.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { ChangePlan } from '#domain/board/plan-changes.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { notes } from '../../db/schema/board-items.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import type { NewEvent } from '../../events/append-events.ts'

/** The frames of a project as a JSON array of `FrameShape`, in the order of their creation. An expression. */
export const framesJson = (projectId: SQL): SQL => sql`coalesce((
  select json_agg(json_build_object('id', id, 'title', title, 'x', x, 'y', y, 'width', width, 'height', height)
    order by created_at, id) from frames where project_id = ${projectId}), '[]'::json)`

/** The notes of a project as a JSON array of `NoteShape`, in the order of their creation. An expression. */
export const notesJson = (projectId: SQL): SQL => sql`coalesce((
  select json_agg(json_build_object('id', id, 'text', text, 'x', x, 'y', y) order by created_at, id)
  from notes where project_id = ${projectId}), '[]'::json)`

/** The notes of a project, for what is placed beside them. */
export const notesOf = (tx: Transaction, projectId: string): Promise<NoteFields[]> =>
  tx.select({ text: notes.text, x: notes.x, y: notes.y }).from(notes).where(eq(notes.projectId, projectId))

/** The frames and notes of a board. */
export async function readBoardItems(
  db: Querier,
  projectId: string,
): Promise<{ frames: FrameShape[]; notes: NoteShape[] }> {
  const { rows } = await query<{ frames: FrameShape[]; notes: NoteShape[] }>(
    db,
    { frames: 'json', notes: 'json' },
    sql`select ${framesJson(sql`${projectId}`)} as frames, ${notesJson(sql`${projectId}`)} as notes`,
  )
  return rows[0] ?? { frames: [], notes: [] }
}

const noItems: BoardItems = { frames: new Map(), notes: new Map() }

/** The frames and notes that changes name, as far as they are there. */
export async function loadNamedItems(
  tx: Transaction,
  projectId: string,
  changes: readonly BoardChange[],
): Promise<BoardItems> {
  const frameIds = changes.flatMap((change) => ('frameId' in change ? [change.frameId] : []))
  const noteIds = changes.flatMap((change) => ('noteId' in change ? [change.noteId] : []))
  if (frameIds.length + noteIds.length === 0) return noItems
  const frames = await query<FrameShape>(
    tx,
    { id: 'string', title: 'string', x: 'number', y: 'number', width: 'number', height: 'number' },
    sql`select id, title, x, y, width, height from frames
      where project_id = ${projectId} and id = any(${uuidArray(frameIds)})`,
  )
  const notes = await query<NoteShape>(
    tx,
    { id: 'string', text: 'string', x: 'number', y: 'number' },
    sql`select id, text, x, y from notes where project_id = ${projectId} and id = any(${uuidArray(noteIds)})`,
  )
  return {
    frames: new Map(frames.rows.map(({ id, ...frame }) => [id, frame])),
    notes: new Map(notes.rows.map(({ id, ...note }) => [id, note])),
  }
}

/** Writes the frames and notes that a plan changes. Returns their events. */
export async function saveItems(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  { frames, notes }: Pick<ChangePlan, 'frames' | 'notes'>,
): Promise<NewEvent[]> {
  const rowsOf = <Fields extends object>(items: ReadonlyMap<string, Fields | null>) =>
    JSON.stringify([...items].flatMap(([id, fields]) => (fields ? [{ id, ...fields }] : [])))
  const removed = (items: ReadonlyMap<string, object | null>) =>
    [...items].flatMap(([id, fields]) => (fields ? [] : [id]))
  if (frames.size > 0) {
    await tx.execute(
      sql`delete from frames where project_id = ${projectId} and id = any(${uuidArray(removed(frames))})`,
    )
    await tx.execute(sql`
      insert into frames (project_id, id, user_id, title, x, y, width, height)
      select ${projectId}, id, ${userId}, title, x, y, width, height from jsonb_to_recordset(${rowsOf(frames)}::jsonb)
        as item(id uuid, title text, x float8, y float8, width float8, height float8)
      on conflict (project_id, id) do update set title = excluded.title, x = excluded.x, y = excluded.y,
        width = excluded.width, height = excluded.height`)
  }
  if (notes.size > 0) {
    await tx.execute(sql`delete from notes where project_id = ${projectId} and id = any(${uuidArray(removed(notes))})`)
    await tx.execute(sql`
      insert into notes (project_id, id, user_id, text, x, y)
      select ${projectId}, id, ${userId}, text, x, y from jsonb_to_recordset(${rowsOf(notes)}::jsonb)
        as item(id uuid, text text, x float8, y float8)
      on conflict (project_id, id) do update set text = excluded.text, x = excluded.x, y = excluded.y`)
  }
  return [
    ...Array.from(frames, ([frameId, frame]) => ({ name: 'frame-changed' as const, projectId, frameId, frame })),
    ...Array.from(notes, ([noteId, note]) => ({ name: 'note-changed' as const, projectId, noteId, note })),
  ]
}

/** Why a board can't have what changes have put on it; null where it can. Call it after they were applied. */
export async function itemsRefusal(
  tx: Transaction,
  projectId: string,
  changes: readonly BoardChange[],
): Promise<Refusal | null> {
  if (!changes.some(({ kind }) => kind === 'put-frame' || kind === 'put-note')) return null
  const { rows } = await query<{ frames: number; notes: number }>(
    tx,
    { frames: 'number', notes: 'number' },
    sql`select (select count(*)::int from frames where project_id = ${projectId}) as frames,
      (select count(*)::int from notes where project_id = ${projectId}) as notes`,
  )
  const { frames = 0, notes = 0 } = rows[0] ?? {}
  const full = frames > maxFrames ? `${maxFrames} frames` : notes > maxNotes ? `${maxNotes} notes` : null
  return full && { code: 'too-large', message: `This project has ${full}, which is the most there can be.` }
}
