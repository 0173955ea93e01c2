import type { Rect } from '../geometry/rect.ts'

/** A titled area of the canvas. The cards and notes that lie in it move with it. Canvas pixels. */
export type FrameFields = Rect & { readonly title: string }

/** A text on the canvas, in Markdown. Its top left corner, in canvas pixels. */
export type NoteFields = { readonly text: string; readonly x: number; readonly y: number }

/** A frame of a board. */
export type Frame = FrameFields & { readonly id: string }
/** A note of a board. */
export type Note = NoteFields & { readonly id: string }

/** The frames and notes of a board, by id. */
export type BoardItems = {
  readonly frames: ReadonlyMap<string, FrameFields>
  readonly notes: ReadonlyMap<string, NoteFields>
}

/**
 * The most frames and notes of one project. All of them are in the first line of a board: 1,000 notes of the largest
 * size are some 2 MB.
 */
export const maxFrames = 500
export const maxNotes = 1_000

/** Unicode code points. */
export const maxFrameTitleLength = 120
export const maxNoteLength = 2_000

/** The shortest and the longest side of a frame, in canvas pixels. */
export const shortestFrameSide = 80
export const maxFrameSide = 200_000

const frameNames = ['title', 'x', 'y', 'width', 'height'] as const
const noteNames = ['text', 'x', 'y'] as const

/** Whether two frames look the same. */
export const isSameFrame = (a: FrameFields, b: FrameFields) => frameNames.every((name) => a[name] === b[name])
/** Whether two notes look the same. */
export const isSameNote = (a: NoteFields, b: NoteFields) => noteNames.every((name) => a[name] === b[name])
