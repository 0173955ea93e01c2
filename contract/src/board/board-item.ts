import { z } from 'zod'
import { maxFrameSide, maxFrameTitleLength, maxNoteLength, shortestFrameSide } from '#domain/board/board-item.ts'
import { coordinate } from '../cards/generation.ts'
import { text } from '../text.ts'

const side = z.number().min(shortestFrameSide).max(maxFrameSide)

/** Top left corner and size, in canvas pixels. */
export const framePlace = { x: coordinate, y: coordinate, width: side, height: side }
/** Top left corner, in canvas pixels. */
export const notePlace = { x: coordinate, y: coordinate }
export const frameTitle = text({ minimum: 1, maximum: maxFrameTitleLength })
/** Markdown: bold, italic, lists, links and headings are shown, everything else is text. */
export const noteText = text({ minimum: 1, maximum: maxNoteLength })

/** A frame of a board: cards and notes that lie in it move with it. */
export const frameShape = z.strictObject({ id: z.uuid(), title: frameTitle, ...framePlace })
export type FrameShape = z.infer<typeof frameShape>

/** A note of a board. */
export const noteShape = z.strictObject({ id: z.uuid(), text: noteText, ...notePlace })
export type NoteShape = z.infer<typeof noteShape>

/** The frames and notes of a board, in the order of their creation. */
export const boardItems = { frames: z.array(frameShape), notes: z.array(noteShape) }
